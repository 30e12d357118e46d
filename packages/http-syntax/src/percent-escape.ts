const PERCENT = 0x25;

/** Returns the byte (0-255) of the escape at an index; -1 if there is no valid escape (RFC 3986 2.1). */
export function escapedByte(text: string, at: number): number {
  if (text.charCodeAt(at) !== PERCENT) return -1;
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  return high === -1 || low === -1 ? -1 : high * 16 + low;
}

/**
 * Returns the code point whose escaped UTF-8 bytes begin at an index.
 *
 * `decodeURIComponent` is not used, because it throws at the first malformed escape, which makes hostile text
 * expensive, and does not report where the next character begins.
 *
 * @returns -1 if an escape is malformed or missing, or the bytes are overlong, a surrogate or beyond U+10FFFF
 * @see RFC 3629 3
 */
export function escapedCodePoint(text: string, at: number): number {
  const lead = escapedByte(text, at);
  if (lead < 0x80) return lead;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let point = lead & (0x7f >> length);
  for (let index = 1; index < length; index++) {
    const byte = escapedByte(text, at + 3 * index);
    if (byte >> 6 !== 0b10) return -1;
    point = (point << 6) | (byte & 0x3f);
  }
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  return point > 0x10ffff || surrogate || byteLength(point) !== length ? -1 : point;
}

/** Returns the length of a code point's escapes: 3, 6, 9 or 12 characters. */
export function escapeLength(point: number): number {
  return 3 * byteLength(point);
}

function byteLength(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
