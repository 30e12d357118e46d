import { boolean, choice, optional, options, or, rule } from '@mortise/base/options';
import { formatHttpDate } from './http-date.js';
import { encodeFormComponent } from './percent.js';
import { type SetCookieCode, SetCookieError } from './set-cookie-error.js';

/** The attributes of a Set-Cookie header. Attributes that are omitted, undefined or false are not sent. */
export interface SetCookieAttributes {
  /** A host name, with or without a leading dot; if omitted, the cookie is sent only to this host. */
  readonly domain?: string | undefined;
  /** A path that begins with `/`; if omitted, the browser uses the folder of the request's path. */
  readonly path?: string | undefined;
  /** When the cookie expires, to the second; years 1601-9999, as browsers ignore earlier ones (RFC 6265 5.1.1). */
  readonly expires?: Date | undefined;
  /** The lifetime in whole seconds from now; 0 or less removes the cookie. It overrides `expires`. */
  readonly maxAge?: number | undefined;
  /** Whether the cookie is sent over HTTPS only. Default `false`. */
  readonly secure?: boolean | undefined;
  /** Whether the cookie is hidden from scripts. Default `false`. */
  readonly httpOnly?: boolean | undefined;
  /** Whether requests from other sites include the cookie. `None` requires `secure`. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
  /** Whether browsers keep the cookie separately for each top-level site. Requires `secure`. Default `false`. */
  readonly partitioned?: boolean | undefined;
}

const NAME = /^[^=;\s\p{Cc}\p{Cs}]+$/u;
/** Maximum bytes of the name and value together, and of an attribute: browsers drop larger ones (RFC 6265bis 5.6). */
const MAX_PAIR_BYTES = 4_096;
const MAX_ATTRIBUTE_BYTES = 1_024;
const DOMAIN = /^\.?[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*$/;
const PATH = /^\/(?:[ -:<-~]*[!-:<-~])?$/;

const declared = options<SetCookieAttributes>()('cookie', {
  domain: optional(rule((value) => isText(DOMAIN, value), 'a host name')),
  path: optional(
    rule((value) => isText(PATH, value), 'an ASCII path that begins with / and has no ;'),
  ),
  expires: optional(
    rule(
      (value) =>
        value instanceof Date && value.getUTCFullYear() > 1600 && formatHttpDate(value) !== null,
      'a Date in the years 1601-9999',
    ),
  ),
  maxAge: optional(rule(Number.isSafeInteger, 'an integer, in seconds')),
  secure: or(boolean, false),
  httpOnly: or(boolean, false),
  sameSite: optional(choice('Strict', 'Lax', 'None')),
  partitioned: or(boolean, false),
});

/**
 * Returns the value of one Set-Cookie header: `id=a+b; path=/; secure; HttpOnly`.
 *
 * Name and value are encoded as in `application/x-www-form-urlencoded`, so `parseCookies` returns exactly the same
 * well-formed text (except under the name `__proto__`). Attributes are checked and sent unchanged.
 *
 * @param name not empty; no `=`, `;`, whitespace, control character or unpaired surrogate
 * @param value any text; an unpaired surrogate is sent as U+FFFD
 * @throws {SetCookieError} `COOKIE_NAME`, `COOKIE_VALUE` (not a string); `COOKIE_PREFIX` for `__Secure-` without
 *   `secure`, and `__Host-` also with a domain or a path other than `/`; `COOKIE_PARTITIONED` and `COOKIE_SAME_SITE`
 *   (`None`) without `secure`; `COOKIE_TOO_LARGE` for more than 4,096 bytes of name and value as they are sent, or 1,024 of a path or domain
 * @throws {OptionError} from `@mortise/base/options` for an unknown attribute, such as `httponly`, or an invalid value
 * @see RFC 6265 4.1; RFC 6265bis 4.1.3 for the prefixes, 5.6 for the sizes, 5.7 for `None`
 */
export function formatSetCookie(
  name: string,
  value: string,
  given: SetCookieAttributes = {},
): string {
  const attributes = declared(given);
  demand(
    isText(NAME, name),
    'COOKIE_NAME',
    'expected a cookie name without =, ;, spaces or control characters',
    name,
  );
  demand(typeof value === 'string', 'COOKIE_VALUE', 'expected a string as the cookie value', value);
  demandPrefixRules(name.toLowerCase(), attributes);
  const { domain, path, expires, maxAge, secure, httpOnly, sameSite, partitioned } = attributes;
  demand(
    !partitioned || secure,
    'COOKIE_PARTITIONED',
    'the attribute partitioned requires secure: true',
    secure,
  );
  demand(
    sameSite !== 'None' || secure,
    'COOKIE_SAME_SITE',
    'sameSite: "None" requires secure: true, because browsers drop the cookie otherwise',
    secure,
  );
  const pair = `${encodeFormComponent(name)}=${encodeFormComponent(value)}`;
  demandSizes(name, pair, attributes);
  return [
    pair,
    ...(domain === undefined ? [] : [`domain=${domain}`]),
    ...(path === undefined ? [] : [`path=${path}`]),
    ...(expires === undefined ? [] : [`expires=${formatHttpDate(expires)}`]),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(secure ? ['secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(sameSite === undefined ? [] : [`SameSite=${sameSite}`]),
    ...(partitioned ? ['Partitioned'] : []),
  ].join('; ');
}

/**
 * Checks the type too: a regular expression converts any value to a string, and it could convert to another one next
 * time.
 */
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

function demandSizes(name: string, pair: string, given: SetCookieAttributes): void {
  const { path = '', domain = '' } = given;
  demandSize(`name and value of the cookie ${name}`, pair.length - 1, MAX_PAIR_BYTES);
  demandSize(`path of the cookie ${name}`, path.length, MAX_ATTRIBUTE_BYTES);
  demandSize(`domain of the cookie ${name}`, domain.length, MAX_ATTRIBUTE_BYTES);
}

function demandSize(what: string, bytes: number, most: number): void {
  const rule = `expected at most ${most} bytes in the ${what}, because browsers ignore more; store less in it`;
  demand(bytes <= most, 'COOKIE_TOO_LARGE', rule, bytes);
}

function demand(holds: boolean, code: SetCookieCode, rule: string, value: unknown): asserts holds {
  if (!holds) throw new SetCookieError(code, rule, value);
}
