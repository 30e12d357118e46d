import { OptionError } from '@mortise/base/options';
import { parseBasePath } from './base-path.js';

/**
 * Checks an option `basePath` of an adapter.
 *
 * @param path of the option, for errors: `'serve.basePath'`
 * @returns its canonical form, as of {@link parseBasePath}; `''`, the root, for an omitted one
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkedBasePath(given: string | undefined, path: string): string {
  if (given === undefined) return '';
  const basePath = typeof (given as unknown) === 'string' ? parseBasePath(given) : null;
  if (basePath !== null) return basePath;
  throw new OptionError(path, given, '"" or a path that begins with one "/", such as "/app"');
}
