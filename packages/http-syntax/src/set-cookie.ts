import { formatHttpDate } from './http-date.js';
import { encodeFormComponent } from './percent.js';
import { type SetCookieCode, SetCookieError } from './set-cookie-error.js';

/** What a Set-Cookie header says beside name and value. An attribute left out, undefined or false is not sent. */
export interface SetCookieAttributes {
  /** A host name, with or without a leading dot; left out, the cookie goes back to this host alone. */
  readonly domain?: string | undefined;
  /** Begins with `/`; left out, the browser takes the folder of the request's path. */
  readonly path?: string | undefined;
  /** To the second; years 0-9999. */
  readonly expires?: Date | undefined;
  /** Whole seconds from now; 0 or less removes the cookie. It overrides `expires`. */
  readonly maxAge?: number | undefined;
  readonly secure?: boolean | undefined;
  readonly httpOnly?: boolean | undefined;
  /** Most browsers take `None` only together with `secure`; that is left to the caller. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
  /** Needs `secure`. */
  readonly partitioned?: boolean | undefined;
}

const NAME = /^[^=;\s\p{Cc}\p{Cs}]+$/u;
const DOMAIN = /^\.?[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*$/;
const PATH = /^\/(?:[ -:<-~]*[!-:<-~])?$/;
const SAME_SITE: readonly unknown[] = ['Strict', 'Lax', 'None'];

/**
 * The value of one Set-Cookie header: `id=a+b; path=/; secure; HttpOnly`.
 *
 * Name and value are encoded as `application/x-www-form-urlencoded` has it, so that
 * `parseCookies` reads back exactly what was set, any text included (but never the name
 * `__proto__`); attributes are checked and sent as they are.
 *
 * @param name not empty; no `=`, `;`, white space, control character or unpaired surrogate
 * @param value any text; an unpaired surrogate is sent as U+FFFD
 * @throws {SetCookieError} `COOKIE_NAME`, `COOKIE_VALUE` (no string), `COOKIE_DOMAIN`, `COOKIE_PATH`,
 *   `COOKIE_EXPIRES`, `COOKIE_MAX_AGE`, `COOKIE_SAME_SITE` for a part that cannot be sent;
 *   `COOKIE_PREFIX` for `__Secure-` without `secure`, and `__Host-` also with a domain or another
 *   path than `/`; `COOKIE_PARTITIONED` without `secure`
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
    'a name is a text without =, ;, spaces and controls',
    name,
  );
  demand(typeof value === 'string', 'COOKIE_VALUE', 'a value is a string', value);
  demandPrefixRules(name.toLowerCase(), attributes);
  const { secure = false, httpOnly = false, partitioned = false } = attributes;
  demand(!partitioned || secure, 'COOKIE_PARTITIONED', 'partitioned needs secure: true', secure);
  return [
    `${encodeFormComponent(name)}=${encodeFormComponent(value)}`,
    ...checkedAttributes(attributes),
    ...(secure ? ['secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...sameSiteOf(attributes),
    ...(partitioned ? ['Partitioned'] : []),
  ].join('; ');
}

/** A regular expression alone would take what only turns into a string, and once more into another. */
function isText(shape: RegExp, part: unknown): boolean {
  return typeof part === 'string' && shape.test(part);
}

function demandPrefixRules(name: string, { secure, path, domain }: SetCookieAttributes): void {
  const host = name.startsWith('__host-');
  if (!host && !name.startsWith('__secure-')) return;
  demand(secure === true, 'COOKIE_PREFIX', 'this prefix needs secure: true', secure);
  if (!host) return;
  demand(path === '/', 'COOKIE_PREFIX', '__Host- needs the path /', path);
  demand(domain === undefined, 'COOKIE_PREFIX', '__Host- forbids a domain', domain);
}

function* checkedAttributes(attributes: SetCookieAttributes): Iterable<string> {
  const { domain, path, expires, maxAge } = attributes;
  if (domain !== undefined) {
    demand(isText(DOMAIN, domain), 'COOKIE_DOMAIN', 'a domain is a host name', domain);
    yield `domain=${domain}`;
  }
  if (path !== undefined) {
    demand(isText(PATH, path), 'COOKIE_PATH', 'a path is ASCII, begins with / and has no ;', path);
    yield `path=${path}`;
  }
  if (expires !== undefined) {
    const date = expires instanceof Date ? formatHttpDate(expires) : null;
    demand(date !== null, 'COOKIE_EXPIRES', 'expires is a date in the years 0-9999', expires);
    yield `expires=${date}`;
  }
  if (maxAge !== undefined) {
    demand(Number.isSafeInteger(maxAge), 'COOKIE_MAX_AGE', 'maxAge is whole seconds', maxAge);
    yield `Max-Age=${maxAge}`;
  }
}

function sameSiteOf({ sameSite }: SetCookieAttributes): string[] {
  if (sameSite === undefined) return [];
  const known = SAME_SITE.includes(sameSite);
  demand(known, 'COOKIE_SAME_SITE', 'sameSite is Strict, Lax or None', sameSite);
  return [`SameSite=${sameSite}`];
}

function demand(holds: boolean, code: SetCookieCode, rule: string, value: unknown): asserts holds {
  if (!holds) throw new SetCookieError(code, rule, value);
}
