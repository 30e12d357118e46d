import { skipOws } from './field-value.js';
import { decodePercentLeniently } from './percent.js';
import { utf8Text } from './utf8-text.js';

const PREFIX = /^__(?:host|secure)-/i;

/**
 * Returns the cookies of a request by name, in the order of the header.
 *
 * If a name is repeated, the first wins. Names and values are decoded (`+` is a space, escapes and raw
 * bytes are UTF-8, invalid UTF-8 stays as received); quotes, outer spaces of a value
 * and brackets in a name are kept. A member without `=` is dropped, and so is the name `__proto__`, and a
 * name that begins with `__Host-` or `__Secure-` only after decoding, because browsers do not protect it.
 *
 * @param header value of the Cookie header, its bytes as characters U+0000 to U+00FF; `''` has no cookies; never throws
 * @returns a new null-prototype object
 * @see RFC 6265 4.2.1, 5.4
 */
export function parseCookies(header: string): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>;
  let at = 0;
  while (at < header.length) {
    const semicolon = header.indexOf(';', at);
    const end = semicolon === -1 ? header.length : semicolon;
    const pair = header.slice(at, end);
    const equals = pair.indexOf('=');
    if (equals !== -1) keepFirst(cookies, pair.slice(0, equals), pair.slice(equals + 1));
    at = skipOws(header, end + 1);
  }
  return cookies;
}

function keepFirst(cookies: Record<string, string>, rawName: string, rawValue: string): void {
  const name = decode(rawName);
  if (name in cookies || name === '__proto__') return;
  if (PREFIX.test(name) && !PREFIX.test(rawName)) return;
  cookies[name] = decode(rawValue);
}

function decode(bytes: string): string {
  const text = utf8Text(bytes);
  return decodePercentLeniently(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
