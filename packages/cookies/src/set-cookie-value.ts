import { accepted, choice, object, optional } from '@mortise/base/options';
import { formatSetCookie, type SetCookieAttributes } from '@mortise/http-syntax';
import { CookieError } from './cookie-error.js';

/** Attributes of a cookie, including `Priority`. */
export interface CookieAttributes extends SetCookieAttributes {
  /** Which cookies a browser drops first if it has too many: those with `'Low'`. Only some browsers support this. */
  readonly priority?: 'Low' | 'Medium' | 'High' | undefined;
}

/** Maximum bytes of the name and value together: browsers drop larger cookies (RFC 6265bis 5.6). */
const MAX_COOKIE_BYTES = 4_096;

/** Maximum bytes of an attribute's value: browsers ignore larger ones (RFC 6265bis 5.6). */
const MAX_ATTRIBUTE_BYTES = 1_024;

const PRIORITY = optional(choice('Low', 'Medium', 'High'));

/**
 * Returns the value of a `Set-Cookie` header.
 *
 * @throws {CookieError} `COOKIE_TOO_LARGE` if browsers would drop the cookie or ignore one of its attributes
 * @throws {SetCookieError} from `@mortise/http-syntax`, for an invalid name, value or attribute
 * @throws {OptionError} for an unknown attribute, such as `httponly`, or an unknown priority
 */
export function setCookieValue(name: string, value: string, given: CookieAttributes = {}): string {
  accepted<unknown>(object, given, 'cookie');
  const { priority, ...attributes } = given;
  accepted(PRIORITY, priority, 'cookie.priority');
  const formatted = formatSetCookie(name, value, attributes);
  const semicolon = formatted.indexOf(';');
  const pair = semicolon === -1 ? formatted : formatted.slice(0, semicolon);
  const bytes = pair.length - 1;
  if (bytes > MAX_COOKIE_BYTES) {
    const message = `the cookie ${name} has ${bytes} bytes and exceeds the limit of ${MAX_COOKIE_BYTES}; store less in it`;
    throw new CookieError('COOKIE_TOO_LARGE', message);
  }
  for (const part of [attributes.path, attributes.domain]) {
    if (part === undefined || part.length <= MAX_ATTRIBUTE_BYTES) continue;
    const message = `an attribute of the cookie ${name} has ${part.length} bytes and exceeds the limit of ${MAX_ATTRIBUTE_BYTES}`;
    throw new CookieError('COOKIE_TOO_LARGE', message);
  }
  return priority === undefined ? formatted : `${formatted}; Priority=${priority}`;
}
