import { OptionError } from '@mortise/base/options';
import { parseBasePath } from '@mortise/http-syntax';

/**
 * Reads the option of a path below which something is.
 *
 * @returns canonical
 * @throws {OptionError} `OPTION_INVALID`
 */
export function basePathRule(given: string, path: string): string {
  const canonical = typeof given === 'string' ? parseBasePath(given) : null;
  if (canonical !== null) return canonical;
  throw new OptionError(path, given, 'a path that begins with "/", such as "/assets"');
}
