import { AppError } from '@mortise/app';
import { canonicalPath } from '@mortise/http-syntax';

/** How an application of variant A behaves; the names are those of Slim 3. */
export interface Settings {
  /** Whether responses contain class, message, file and trace of an error; never in production. Default `false`. */
  readonly displayErrorDetails: boolean;

  /** Whether the middleware of the application can read the route. Default `false`. */
  readonly determineRouteBeforeAppMiddleware: boolean;

  /** Whether a response whose size is known gets a `Content-Length`. Default `true`. */
  readonly addContentLengthHeader: boolean;

  /** The protocol version of the response that callbacks receive. Default `'1.1'`. */
  readonly httpVersion: string;

  /** Maximum bytes of a body that is parsed, and read into memory for it. Default 1 MiB (1,048,576). */
  readonly parsedBodyLimit: number;

  /**
   * Where the application is mounted: requests under this path, in any encoding, have it as the base
   * path of their URI. `''` (the default), or a path that begins with `/` and does not end with one.
   */
  readonly basePath: string;
}

/** The defaults of {@link Settings}. */
const defaultSettings: Settings = {
  displayErrorDetails: false,
  determineRouteBeforeAppMiddleware: false,
  addContentLengthHeader: true,
  httpVersion: '1.1',
  parsedBodyLimit: 1_048_576,
  basePath: '',
};

/**
 * The resolved settings: defaults applied, base path canonicalized.
 *
 * @throws {AppError} `BASE_PATH_INVALID`
 */
export function settingsOf(given: Partial<Settings> = {}): Settings {
  const set = Object.entries<unknown>(given).filter(([, value]) => value !== undefined);
  const settings: Settings = { ...defaultSettings, ...Object.fromEntries(set) };
  const basePath = canonicalPath(settings.basePath);
  if (basePath === null || !/^(?:\/.*[^/])?$/.test(basePath)) {
    const value = JSON.stringify(settings.basePath);
    const message = `invalid settings.basePath ${value}: expected "" or a path that begins with "/" and does not end with one, without broken escapes`;
    throw new AppError('BASE_PATH_INVALID', message, settings.basePath);
  }
  return { ...settings, basePath };
}
