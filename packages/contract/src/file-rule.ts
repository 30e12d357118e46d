import { OptionChecks } from '@mortise/base/options';
import type { UploadedFileInterface } from '@mortise/http-message';
import { ContractError } from './contract-error.js';

/** Exists in the type only: the value of a field that a handler receives. */
declare const fileValue: unique symbol;

/** What a form field with files accepts. */
export interface FileRule<Value = unknown> {
  readonly kind: 'file' | 'files';

  /** Whether the field can be empty. */
  readonly optional: boolean;

  /** The maximum size of each file in bytes; `null` for no limit beyond those of the parser. */
  readonly maxBytes: number | null;

  /** Media types in lower case, with `image/*` for all subtypes; `null` for any type. */
  readonly types: readonly string[] | null;

  /** The maximum number of files; `null` for no limit beyond those of the parser. */
  readonly max: number | null;

  readonly [fileValue]?: Value;
}

/** Options of {@link file}. */
export interface FileOptions {
  /** Whether the field can be empty. Default `false`. */
  readonly optional?: boolean;

  /** The maximum size of the file in bytes. Default: only the limits of the parser. */
  readonly maxBytes?: number;

  /**
   * Media types, with `image/*` for all subtypes. They are compared with the type that the client declares, which
   * proves nothing about the content. Default: any type.
   */
  readonly types?: readonly string[];
}

/** Options of {@link files}. */
export interface FilesOptions extends FileOptions {
  /** The maximum number of files. Default: only the limits of the parser. */
  readonly max?: number;
}

/**
 * Describes a field with one file. A second file of the same name is refused, and does not replace the first.
 *
 * @throws {ContractError} `OPTION_INVALID`
 */
export function file(
  options?: FileOptions & { readonly optional?: false },
): FileRule<UploadedFileInterface>;
export function file(options: FileOptions): FileRule<UploadedFileInterface | undefined>;
export function file(options: FileOptions = {}): FileRule<UploadedFileInterface | undefined> {
  return rule('file', options, FILE_NAMES);
}

/**
 * Describes a field with several files, at least one unless it is optional. Forms send them as `covers[]`; several
 * that are sent as `covers` are refused.
 *
 * @throws {ContractError} `OPTION_INVALID`
 */
export function files(options: FilesOptions = {}): FileRule<readonly UploadedFileInterface[]> {
  return rule('files', options, FILES_NAMES);
}

const FILE_NAMES = { optional: 0, maxBytes: 0, types: 0 } satisfies Record<keyof FileOptions, 0>;
const FILES_NAMES = { ...FILE_NAMES, max: 0 } satisfies Record<keyof FilesOptions, 0>;
const TYPE = /^[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+)$/;

const checks = new OptionChecks(ContractError);

function rule(
  kind: FileRule['kind'],
  options: FilesOptions,
  names: Readonly<Record<string, 0>>,
): FileRule<never> {
  checks.names(options, names);
  const { optional = false, maxBytes, types, max } = options;
  if (maxBytes !== undefined) checks.integer('maxBytes', maxBytes, 1);
  if (max !== undefined) checks.integer('max', max, 1);
  for (const type of types ?? []) {
    checks.that(TYPE.test(type), 'types', type, 'a media type such as "image/png", or "image/*"');
  }
  const lower = types?.map((type) => type.toLowerCase()) ?? null;
  return { kind, optional, maxBytes: maxBytes ?? null, types: lower, max: max ?? null };
}
