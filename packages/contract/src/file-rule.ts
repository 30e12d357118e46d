import { OptionChecks } from '@mortise/base/options';
import type { UploadedFileInterface } from '@mortise/http-message';
import { ContractError } from './contract-error.js';

/** Exists in the type only: what a handler gets of a field. */
declare const fileValue: unique symbol;

/** What a field of a form that holds files accepts. */
export interface FileRule<Value = unknown> {
  readonly kind: 'file' | 'files';

  /** Whether the field can be empty. */
  readonly optional: boolean;

  /** Bytes of each file; `null` for no limit beyond those of the parser. */
  readonly maxBytes: number | null;

  /** Media types in lower case, `image/*` for a whole type; `null` for any. */
  readonly types: readonly string[] | null;

  /** Number of files; `null` for no limit beyond those of the parser. */
  readonly max: number | null;

  readonly [fileValue]?: Value;
}

/** Options of {@link file}. */
export interface FileOptions {
  /** Whether the field can be empty. Default `false`. */
  readonly optional?: boolean;

  /** Bytes of the file. Default: the limits of the parser alone. */
  readonly maxBytes?: number;

  /**
   * Media types, `image/*` for a whole type. Compared with what the client says, which proves nothing about the
   * content. Default: any.
   */
  readonly types?: readonly string[];
}

/** Options of {@link files}. */
export interface FilesOptions extends FileOptions {
  /** Number of files. Default: the limits of the parser alone. */
  readonly max?: number;
}

/**
 * Describes a field with one file.
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
 * Describes a field with several files, at least one unless it is optional.
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
