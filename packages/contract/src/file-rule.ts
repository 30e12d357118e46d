import { boolean, integer, list, optional, options, or, rule } from '@mortise/base/options';
import type { UploadedFileInterface } from '@mortise/http-message';

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
   * Media types, with `image/*` for all subtypes. They are compared with the type that the client sends, which proves
   * nothing about the content. Default: any type.
   */
  readonly types?: readonly string[];
}

/** Options of {@link files}. */
export interface FilesOptions extends FileOptions {
  /** The maximum number of files. Default: only the limits of the parser. */
  readonly max?: number;
}

/**
 * Describes a field with one file. A second file under the same name is refused rather than replacing the first.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function file(
  options?: FileOptions & { readonly optional?: false },
): FileRule<UploadedFileInterface>;
export function file(options: FileOptions): FileRule<UploadedFileInterface | undefined>;
export function file(given: FileOptions = {}): FileRule<UploadedFileInterface | undefined> {
  return fileRule('file', declaredFile(given));
}

/**
 * Describes a field with several files, at least one unless it is optional. Forms send them as `covers[]`; several sent as
 * `covers` are refused.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function files(given: FilesOptions = {}): FileRule<readonly UploadedFileInterface[]> {
  return fileRule('files', declaredFiles(given));
}

const TYPE = /^[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+)$/;
const fileRules = {
  optional: or(boolean, false),
  maxBytes: optional(integer(1)),
  types: optional(
    list(
      rule<string>(
        (type) => typeof type === 'string' && TYPE.test(type),
        'a media type such as "image/png", or "image/*"',
      ),
      'a list of media types',
    ),
  ),
};
const declaredFile = options<FileOptions>()('file', fileRules);
const declaredFiles = options<FilesOptions>()('files', { ...fileRules, max: optional(integer(1)) });

function fileRule(
  kind: FileRule['kind'],
  checked: ReturnType<typeof declaredFile> & { readonly max?: number | undefined },
): FileRule<never> {
  const { maxBytes = null, types, max = null } = checked;
  const lower = types?.map((type) => type.toLowerCase()) ?? null;
  return { kind, optional: checked.optional, maxBytes, types: lower, max };
}
