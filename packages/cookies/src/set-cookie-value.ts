import { formatSetCookie, type SetCookieAttributes } from '@mortise/http-syntax';
import { CookieError, CookieOptionError } from './cookie-error.js';

/** Attributes of a cookie, with `Priority`. */
export interface CookieAttributes extends SetCookieAttributes {
  /** Which cookies a browser drops first when it has too many; only some browsers read it. */
  readonly priority?: 'Low' | 'Medium' | 'High' | undefined;
}

/** Bytes of name and value, beyond which browsers drop a cookie (RFC 6265bis 5.6). */
export const MAX_COOKIE_BYTES = 4_096;

/** Bytes of the value of one attribute, beyond which browsers ignore the attribute (RFC 6265bis 5.6). */
export const MAX_ATTRIBUTE_BYTES = 1_024;

const PRIORITIES: readonly unknown[] = ['Low', 'Medium', 'High'];

/**
 * Returns the value of one Set-Cookie header.
 *
 * @throws {CookieError} `COOKIE_TOO_LARGE` if browsers would drop the cookie or one of its attributes
 * @throws {SetCookieError} of `@mortise/http-syntax` for a part that cannot be sent
 * @throws {CookieOptionError} for a priority that does not exist
 */
export function setCookieValue(
  name: string,
  value: string,
  { priority, ...attributes }: CookieAttributes = {},
): string {
  const formatted = formatSetCookie(name, value, attributes);
  const semicolon = formatted.indexOf(';');
  const pair = semicolon === -1 ? formatted : formatted.slice(0, semicolon);
  const bytes = pair.length - 1;
  if (bytes > MAX_COOKIE_BYTES) {
    const message = `the cookie ${name} has ${bytes} bytes, more than the limit of ${MAX_COOKIE_BYTES}; keep less in it`;
    throw new CookieError('COOKIE_TOO_LARGE', message);
  }
  for (const part of [attributes.path, attributes.domain]) {
    if (part === undefined || part.length <= MAX_ATTRIBUTE_BYTES) continue;
    const message = `an attribute of the cookie ${name} has ${part.length} bytes, more than the limit of ${MAX_ATTRIBUTE_BYTES}`;
    throw new CookieError('COOKIE_TOO_LARGE', message);
  }
  if (priority === undefined) return formatted;
  if (!PRIORITIES.includes(priority)) {
    throw new CookieOptionError('priority', priority, 'Low, Medium or High');
  }
  return `${formatted}; Priority=${priority}`;
}
