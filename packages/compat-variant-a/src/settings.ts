import { warnOnce } from '@mortise/base';
import {
  accepted,
  boolean,
  object,
  options,
  or,
  rule,
  type Omittable,
} from '@mortise/base/options';
import { DEFAULT_BODY_LIMIT } from '@mortise/body-parsers/defaults';
import { canonicalPath } from '@mortise/http-syntax';
import { bodyLimit, DEFAULT_STORED_LIMIT } from './request/option-rules.js';

/**
 * The settings of a variant A application, with Slim 3's names. Declare your own settings too, and they are typed in
 * `createApp({ settings })` and in the container:
 *
 *     declare module '@mortise/compat-variant-a' {
 *       interface Settings {
 *         readonly uploads: { readonly folder: string };
 *       }
 *     }
 */
export interface Settings {
  /**
   * Whether responses contain the class, message, file and stack trace of an error. Never enable it in production.
   * Default `false`.
   */
  readonly displayErrorDetails: boolean;

  /**
   * Whether requests are routed before the application's middleware, so that it can read the route. Default `false`.
   */
  readonly determineRouteBeforeAppMiddleware: boolean;

  /** Whether responses of known size get a `Content-Length`. Default `true`. */
  readonly addContentLengthHeader: boolean;

  /** The protocol version of the response that callbacks receive. Default `'1.1'`. */
  readonly httpVersion: string;

  /** Maximum size in bytes of a body that is read into memory and parsed. Default 1 MiB (1,048,576). */
  readonly parsedBodyLimit: number;

  /**
   * Maximum size in bytes of a body that is kept in `temporaryStorage`, before the application runs. A larger one is
   * rejected with 413. Multipart forms have the limits of their reader. Default 32 MiB (33,554,432).
   */
  readonly storedBodyLimit: number;

  /**
   * The path where the application is mounted, which begins with `/` and does not end with one. For requests below it,
   * in any encoding, it becomes the base path of the URI. Default `''`.
   */
  readonly basePath: string;
}

/** The settings of variant A itself, without your own. */
type KnownSettings = Pick<
  Settings,
  | 'addContentLengthHeader'
  | 'basePath'
  | 'determineRouteBeforeAppMiddleware'
  | 'displayErrorDetails'
  | 'httpVersion'
  | 'parsedBodyLimit'
  | 'storedBodyLimit'
>;

/** Slim 3 settings that have no effect here. The first use of each in a process causes a warning. */
export interface IgnoredSettings {
  /** No effect: a response is sent as it is written. */
  readonly outputBuffering?: unknown;
  /** No effect: a body is sent in chunks as it is read. */
  readonly responseChunkSize?: unknown;
  /** No effect: routes are compiled in memory. */
  readonly routerCacheFile?: unknown;
}

const IGNORED: Readonly<Record<keyof IgnoredSettings, () => void>> = {
  outputBuffering: ignored('outputBuffering', 'a response is sent as it is written'),
  responseChunkSize: ignored('responseChunkSize', 'a body is sent in chunks as it is read'),
  routerCacheFile: ignored('routerCacheFile', 'routes are compiled in memory'),
};

/** Returns a function that warns of a setting, the first time that it is called. */
function ignored(name: keyof IgnoredSettings, why: string): () => void {
  const warnNow = warnOnce('SETTING_IGNORED');
  return () => {
    warnNow(`the setting "${name}" has no effect: ${why}`, 'Remove the setting.');
  };
}

const declared = options<Omittable<KnownSettings>>()('settings', {
  displayErrorDetails: or(boolean, false),
  determineRouteBeforeAppMiddleware: or(boolean, false),
  addContentLengthHeader: or(boolean, true),
  httpVersion: or(
    rule(
      (value) => typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value),
      'a version such as "1.1"',
    ),
    '1.1',
  ),
  parsedBodyLimit: or(bodyLimit, DEFAULT_BODY_LIMIT),
  storedBodyLimit: or(bodyLimit, DEFAULT_STORED_LIMIT),
  basePath: or(
    {
      ...rule<string>(
        (path) =>
          typeof path === 'string' && /^(?:\/.*[^/])?$/.test(path) && canonicalPath(path) !== null,
        '"" or a path that begins with "/" and does not end with one, without invalid escapes',
      ),
      read: canonicalPath as (path: string) => string,
    },
    '',
  ),
});

/**
 * Resolves the settings: applies defaults, and canonicalizes the base path. Other names are the user's own settings.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function settingsOf(
  given: (Omittable<Settings> & IgnoredSettings) | undefined = {},
  path: string,
): Settings {
  accepted<unknown>(object, given, path);
  const set = Object.entries(given as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== undefined,
  );
  for (const [name] of set)
    if (Object.hasOwn(IGNORED, name)) IGNORED[name as keyof IgnoredSettings]();
  const known = set.filter(([name]) => Object.hasOwn(declared.rules, name));
  // The user's own settings are not checked: an application that declares one must pass it.
  const own = Object.fromEntries<unknown>(set) as unknown as Settings;
  return refusingLate({ ...own, ...declared(Object.fromEntries(known), path) });
}

/** Makes the settings of variant A itself refuse to be assigned, because the application has read them. */
function refusingLate(settings: Settings): Settings {
  for (const name of Object.keys(declared.rules)) {
    const value: unknown = Reflect.get(settings, name);
    Object.defineProperty(settings, name, {
      enumerable: true,
      get: () => value,
      set() {
        throw new TypeError(
          `cannot set the setting "${name}": the application has read it; write createApp({ settings: { ${name} } })`,
        );
      },
    });
  }
  return settings;
}
