import { decodePercent } from './percent.js';

const NON_ASCII = /[^\0-\x7f]/;
const NOT_A_BYTE = /[^\0-\xff]/;

/**
 * Decodes raw UTF-8 in a header. Servers and platforms represent the bytes of a header as
 * characters U+0000 to U+00FF (`Ã©` for the bytes of `é`).
 *
 * @returns the text unchanged if it is ASCII, if its bytes are not UTF-8, or if it contains characters above U+00FF,
 *   which do not represent bytes
 * @see RFC 9110 5.5
 */
export function utf8Text(text: string): string {
  if (!NON_ASCII.test(text) || NOT_A_BYTE.test(text)) return text;
  const escaped = text.replaceAll(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  return decodePercent(escaped) ?? text;
}
