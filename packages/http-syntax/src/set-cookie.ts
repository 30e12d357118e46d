import { formatHttpDate } from './http-date.js';
import { encodeFormComponent } from './percent.js';
import { type SetCookieCode, SetCookieError } from './set-cookie-error.js';

/** The attributes of a Set-Cookie header. An attribute that is omitted, undefined or false is not sent. */
export interface SetCookieAttributes {
  /** A host name, with or without a leading dot; if omitted, the cookie is only sent to this host. */
  readonly domain?: string | undefined;
  /** Begins with `/`; if omitted, the browser uses the folder of the request's path. */
  readonly path?: string | undefined;
  /** To the second; years 0-9999. */
  readonly expires?: Date | undefined;
  /** Whole seconds from now; 0 or less removes the cookie. It overrides `expires`. */
  readonly maxAge?: number | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
  /** Most browsers accept `None` only together with `secure`; this is not checked. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
  /** Requires `secure`. */
  readonly partitioned?: boolean | undefined;
}

const NAME = /^[^=;\s\p{Cc}\p{Cs}]+$/u;
const DOMAIN = /^\.?[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*$/;
const PATH = /^\/(?:[ -:<-~]*[!-:<-~])?$/;
const SAME_SITE: readonly unknown[] = ['Strict', 'Lax', 'None'];

/**
 * Returns the value of one Set-Cookie header: `id=a+b; path=/; secure; HttpOnly`.
 *
 * Name and value are encoded as in `application/x-www-form-urlencoded`, so that
 * `parseCookies` returns exactly the same text, whatever it is (except for the name
 * `__proto__`); attributes are checked and sent unchanged.
 *
 * @param name not empty; no `=`, `;`, white space, control character or unpaired surrogate
 * @param value any text; an unpaired surrogate is sent as U+FFFD
 * @throws {SetCookieError} `COOKIE_NAME`, `COOKIE_VALUE` (not a string), `COOKIE_DOMAIN`, `COOKIE_PATH`,
 *   `COOKIE_EXPIRES`, `COOKIE_MAX_AGE`, `COOKIE_SAME_SITE` for an invalid part;
 *   `COOKIE_PREFIX` for `__Secure-` without `secure`, and `__Host-` also with a domain or a path
 *   other than `/`; `COOKIE_PARTITIONED` without `secure`
 * @see RFC 6265 4.1; RFC 6265bis 4.1.3 for the prefixes
 */
export function formatSetCookie(
  name: string,
  value: string,
  attributes: SetCookieAttributes = {},
): string {
  demand(
    isText(NAME, name),
    'COOKIE_NAME',
    'expected a name without =, ;, spaces and control characters',
    name,
  );
  demand(typeof value === 'string', 'COOKIE_VALUE', 'expected a string as value', value);
  demandPrefixRules(name.toLowerCase(), attributes);
  const { secure = false, httpOnly = false, partitioned = false } = attributes;
  demand(
    !partitioned || secure,
    'COOKIE_PARTITIONED',
    'the attribute partitioned requires secure: true',
    secure,
  );
  return [
    `${encodeFormComponent(name)}=${encodeFormComponent(value)}`,
    ...checkedAttributes(attributes),
    ...(secure ? ['secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...sameSiteOf(attributes),
    ...(partitioned ? ['Partitioned'] : []),
  ].join('; ');
}

/** Checks the type too: a regular expression converts any value to a string, and the value could convert differently the next time. */
function isText(shape: RegExp, part: unknown): boolean {
  return typeof part === 'string' && shape.test(part);
}

function demandPrefixRules(name: string, { secure, path, domain }: SetCookieAttributes): void {
  const host = name.startsWith('__host-');
  if (!host && !name.startsWith('__secure-')) return;
  demand(secure === true, 'COOKIE_PREFIX', 'the prefix of this name requires secure: true', secure);
  if (!host) return;
  demand(path === '/', 'COOKIE_PREFIX', 'the prefix __Host- requires the path /', path);
  demand(
    domain === undefined,
    'COOKIE_PREFIX',
    'the prefix __Host- does not allow a domain',
    domain,
  );
}

function* checkedAttributes(attributes: SetCookieAttributes): Iterable<string> {
  const { domain, path, expires, maxAge } = attributes;
  if (domain !== undefined) {
    demand(isText(DOMAIN, domain), 'COOKIE_DOMAIN', 'expected a host name as domain', domain);
    yield `domain=${domain}`;
  }
  if (path !== undefined) {
    demand(
      isText(PATH, path),
      'COOKIE_PATH',
      'expected an ASCII path that begins with / and has no ;',
      path,
    );
    yield `path=${path}`;
  }
  if (expires !== undefined) {
    const date = expires instanceof Date ? formatHttpDate(expires) : null;
    demand(
      date !== null,
      'COOKIE_EXPIRES',
      'expected a date in the years 0-9999 as expires',
      expires,
    );
    yield `expires=${date}`;
  }
  if (maxAge !== undefined) {
    demand(
      Number.isSafeInteger(maxAge),
      'COOKIE_MAX_AGE',
      'expected an integer of seconds as maxAge',
      maxAge,
    );
    yield `Max-Age=${maxAge}`;
  }
}

function sameSiteOf({ sameSite }: SetCookieAttributes): string[] {
  if (sameSite === undefined) return [];
  const known = SAME_SITE.includes(sameSite);
  demand(known, 'COOKIE_SAME_SITE', 'expected Strict, Lax or None as sameSite', sameSite);
  return [`SameSite=${sameSite}`];
}

function demand(holds: boolean, code: SetCookieCode, rule: string, value: unknown): asserts holds {
  if (!holds) throw new SetCookieError(code, rule, value);
}
