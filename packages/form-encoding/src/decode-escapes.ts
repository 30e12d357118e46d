import { type FormCharset, windows1252Unit } from './form-charset.js';

const PLUS = 0x2b;
const PERCENT = 0x25;
const SPACE = 0x20;
/** Number of units passed to one call: engines accept only a few tens of thousands of arguments. */
const CHUNK = 4096;

/**
 * Decodes a string from `start` to `end`: `+` becomes a space, and `%` with two hexadecimal digits becomes a byte. Any
 * other `%` stays unchanged.
 *
 * Bytes that are not UTF-8 become U+FFFD, one for each maximal part of a sequence, as in the Encoding Standard. PHP
 * keeps such bytes, but a string cannot contain them.
 *
 * @param charset null for a string without escapes, which is returned unchanged
 */
export function decodeEscapes(
  text: string,
  start: number,
  end: number,
  charset: FormCharset | null,
): string {
  const first = charset === null ? end : firstEscape(text, start, end);
  if (charset === null || first === end) return text.slice(start, end);
  let decoded = text.slice(start, first);
  let units: number[] = [];
  // Collects units in an array: for short texts, this is up to twice as fast as `decodeURIComponent`, which also throws
  // at an invalid escape; for long ones, it avoids the chains of small strings that concatenation creates.
  for (let at = first; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === PERCENT) at += pushEscape(units, text, at, charset) - 1;
    else units.push(code === PLUS ? SPACE : code);
    if (units.length >= CHUNK) {
      decoded += String.fromCharCode(...units);
      units = [];
    }
  }
  return decoded + String.fromCharCode(...units);
}

/** Returns the index of the first `%` or `+`; `end` if there is none. */
function firstEscape(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === PERCENT || code === PLUS) return at;
  }
  return end;
}

/** Appends the units of the escape at an index, and returns the number of characters read. */
function pushEscape(units: number[], text: string, at: number, charset: FormCharset): number {
  const byte = escapedByte(text, at);
  if (byte === -1) {
    units.push(PERCENT);
    return 1;
  }
  if (byte < 0x80) units.push(byte);
  else if (charset === 'windows-1252') units.push(windows1252Unit(byte));
  else {
    const point = codePoint(text, at, byte);
    if (point < 0) units.push(0xfffd);
    else if (point < 0x10000) units.push(point);
    else units.push(0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
    return 3 * (point < 0 ? -point : byteLength(point));
  }
  return 3;
}

/** Returns the byte (0-255) of the escape at an index; -1 if there is none. */
export function escapedByte(text: string, at: number): number {
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  return text.charCodeAt(at) === PERCENT && high !== -1 && low !== -1 ? high * 16 + low : -1;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * Returns the character whose escaped UTF-8 bytes begin at an index, with `lead`.
 *
 * @returns a code point; if the bytes are invalid, their number (1 to 3), negated
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
