import { boolean, integer, list, optional, options, or, rule } from '@mortise/base/options';
import type { UploadedFileInterface } from '@mortise/http-message';

/** A brand that exists only in the type: the value that a handler receives for the field. */
declare const fileValue: unique symbol;

/** What a file field of a form accepts. */
export interface FileRule<Value = unknown> {
  readonly kind: 'file' | 'files';

  /** Whether the field can be empty. */
  readonly optional: boolean;

  /** The maximum size of each file in bytes; `null` for no limit beyond those of the parser. */
  readonly maxBytes: number | null;

  /** Media types in lower case, such as `image/png` or `image/*`; `null` for any type. */
  readonly types: readonly string[] | null;

  /** The maximum number of files; `null` for no limit beyond those of the parser. */
  readonly max: number | null;

  readonly [fileValue]?: Value;
}

/** Options of {@link file}. */
export interface FileOptions {
  /** Whether the field can be empty. Default `false`. */
  readonly optional?: boolean | undefined;

  /** The maximum size of the file in bytes. Default: only the limits of the parser. */
  readonly maxBytes?: number | undefined;

  /**
   * Accepted media types, such as `image/png` or `image/*`. Only the type that the client declares is checked, not the
   * content. Default: any type.
   */
  readonly types?: readonly string[] | undefined;
}

/** Options of {@link files}. */
export interface FilesOptions extends FileOptions {
  /** The maximum number of files. Default: only the limits of the parser. */
  readonly max?: number | undefined;
}

/**
 * Describes a field with one file. A second file with the same name is rejected; it does not replace the first.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function file(
  options?: FileOptions & { readonly optional?: false | undefined },
): FileRule<UploadedFileInterface>;
export function file(options: FileOptions): FileRule<UploadedFileInterface | undefined>;
export function file(given: FileOptions = {}): FileRule<UploadedFileInterface | undefined> {
  return fileRule('file', declaredFile(given));
}

/**
 * Describes a field with several files; at least one, unless it is optional. Forms can send them as `covers` or
 * `covers[]`, in the order in which the handler receives them.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function files(
  options?: FilesOptions & { readonly optional?: false | undefined },
): FileRule<readonly [UploadedFileInterface, ...UploadedFileInterface[]]>;
export function files(options: FilesOptions): FileRule<readonly UploadedFileInterface[]>;
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
