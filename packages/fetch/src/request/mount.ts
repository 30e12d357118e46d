import { OptionError } from '@mortise/base/options';
import { parseBasePath } from '@mortise/http-syntax';

/** Where an application is mounted. */
export interface Mount {
  /** The path in the URL under which it is mounted; canonical, `''` for the root. */
  readonly basePath: string;

  /** Returns the path that was removed before the URL's, as its source reports it. Default: none. */
  readonly prefixOf?: ((request: Request, ...platform: readonly unknown[]) => string) | undefined;
}

/**
 * Returns the canonical form of an option `basePath`; `''` for the root.
 *
 * @param path of the option, for errors
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkedBasePath(given: string | undefined, path: string): string {
  if (given === undefined) return '';
  const basePath = typeof (given as unknown) === 'string' ? parseBasePath(given) : null;
  if (basePath !== null) return basePath;
  throw new OptionError(path, given, '"" or a path that begins with one "/", such as "/app"');
}
