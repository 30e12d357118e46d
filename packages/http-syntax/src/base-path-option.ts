import { OptionError } from '@mortise/base/options';
import { parsePrefix } from './prefix.js';

/**
 * Checks an option that is a prefix, such as `basePath` of an adapter.
 *
 * @param path of the option, for error messages: `'serve.basePath'`
 * @returns the canonical form, as from {@link parsePrefix}; `''` (the root) if omitted
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
