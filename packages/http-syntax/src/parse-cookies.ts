import { skipOws } from './field-value.js';
import { decodePercentLeniently, encodeFormComponent } from './percent.js';
import { utf8Text } from './utf8-text.js';

/**
 * Returns the cookies of a request keyed by name: those with unencoded names first, then the others, each kind in
 * header order.
 *
 * If a name is repeated, the first one wins. Values are decoded (`+` is a space, escapes and raw bytes are UTF-8,
 * invalid UTF-8 stays as received). Quotes, spaces around a value and brackets in a name are kept. Members without `=`
 * and the name `__proto__` are dropped.
 *
 * No cookie can replace another by an encoded name: a name with a needless escape is not decoded (`%61=1` has the name
 * `%61`), and a name that equals another one only after decoding is dropped. So is a name that begins with `__Host-` or
 * `__Secure-` only after decoding, because browsers do not protect it.
 *
 * @param header value of the Cookie header, with one character (U+0000 to U+00FF) per byte; `''` if absent
 * @returns a new null-prototype object, for any value; never throws
 * @see RFC 6265 4.2.1, 5.4
 */
export function parseCookies(header: string): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>;
  const encoded: [name: string, value: string][] = [];
  let at = 0;
  while (at < header.length) {
    const semicolon = header.indexOf(';', at);
    const end = semicolon === -1 ? header.length : semicolon;
    const pair = header.slice(at, end);
    const equals = pair.indexOf('=');
    if (equals !== -1) {
      const name = utf8Text(pair.slice(0, equals));
      const value = pair.slice(equals + 1);
      if (ENCODED.test(name)) encoded.push([name, value]);
      else keepFirst(cookies, name, value);
    }
    at = skipOws(header, end + 1);
  }
  if (encoded.length > 0) keepEncoded(cookies, encoded);
  return cookies;
}

const PREFIX = /^__(?:host|secure)-/i;
const ENCODED = /[%+]/;
/** Matches an escape of a character that a name can contain unencoded (RFC 6265 4.1.1, RFC 9110 5.6.2). */
const NEEDLESS = /%(?:2[1346-9abde]|3\d|4[1-9a-f]|5[\dae-f]|6[\da-f]|7[\dace])/i;

/** Keeps the cookies whose names contain an escape or a plus sign; those that cannot replace another one come first. */
function keepEncoded(
  cookies: Record<string, string>,
  encoded: readonly (readonly [name: string, value: string])[],
): void {
  const decoded: [name: string, value: string][] = [];
  const others: [name: string, value: string][] = [];
  for (const [raw, value] of encoded) {
    const name = decode(raw);
    if (encodeFormComponent(name) === raw) decoded.push([name, value]);
    else if (!NEEDLESS.test(raw)) others.push([name, value]);
    else if (!PREFIX.test(name) || PREFIX.test(raw)) keepFirst(cookies, raw, value);
  }
  for (const [name, value] of [...decoded, ...others]) keepFirst(cookies, name, value);
}

function keepFirst(cookies: Record<string, string>, name: string, rawValue: string): void {
  if (!(name in cookies) && name !== '__proto__') cookies[name] = decode(utf8Text(rawValue));
}

function decode(text: string): string {
  return decodePercentLeniently(text.includes('+') ? text.replaceAll('+', ' ') : text);
}
