import { OptionError } from '@mortise/base/options';
import { parsePrefix } from './prefix.js';

/**
 * Checks an option that is a prefix, such as `basePath` of an adapter.
 *
 * @param path of the option, for errors: `'serve.basePath'`
 * @returns its canonical form, as of {@link parsePrefix}; `''`, the root, for an omitted one
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkedBasePath(given: string | undefined, path: string): string {
  const basePath = parsePrefix(given === undefined ? '' : given);
  if (basePath !== null) return basePath;
  throw new OptionError(
    path,
    given,
    '"" or a path such as "/app": one "/" before each segment, without placeholders, brackets or "*"',
  );
}
