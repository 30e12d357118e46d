import { type FormCharset, windows1252Character } from './form-charset.js';

/**
 * Decodes one name or value: `+` is a space, `%` with two hexadecimal digits a byte. Any other `%`
 * stays as it is.
 *
 * Bytes that are not UTF-8 become U+FFFD, one for each maximal part of a sequence, as in the Encoding
 * Standard: a string cannot hold the bytes that PHP keeps.
 */
export function decodeEscapes(escaped: string, charset: FormCharset): string {
  const text = escaped.includes('+') ? escaped.replaceAll('+', ' ') : escaped;
  let decoded = '';
  let done = 0;
  // Written out: for a short text twice as fast as decodeURIComponent, which throws at a bad escape.
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at)) {
    const byte = escapedByte(text, at);
    if (byte === -1) {
      at++;
      continue;
    }
    decoded += text.slice(done, at);
    if (byte < 0x80) decoded += String.fromCharCode(byte);
    else if (charset === 'windows-1252') decoded += windows1252Character(byte);
    else {
      const point = codePoint(text, at, byte);
      decoded += point < 0 ? '\ufffd' : String.fromCodePoint(point);
      at += 3 * (point < 0 ? -point - 1 : byteLength(point) - 1);
    }
    at = done = at + 3;
  }
  return decoded + text.slice(done);
}

/** The byte whose escape stands at an index; -1 when it is none. */
function escapedByte(text: string, at: number): number {
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  return text.charCodeAt(at) === 0x25 && high !== -1 && low !== -1 ? high * 16 + low : -1;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * The character whose escaped UTF-8 bytes begin with `lead` at an index.
 *
 * @returns a code point; minus the number of bytes when they make none (1 to 3)
 * @see RFC 3629 4
 */
function codePoint(text: string, at: number, lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let point = lead & (0x7f >> length);
  // No overlong forms, no surrogates, nothing beyond U+10FFFF.
  let lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let read = 1; read < length; read++) {
    const byte = escapedByte(text, at + 3 * read);
    if (byte < lowest || byte > highest) return -read;
    point = (point << 6) | (byte & 0x3f);
    lowest = 0x80;
    highest = 0xbf;
  }
  return point;
}

function byteLength(point: number): number {
  return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}
