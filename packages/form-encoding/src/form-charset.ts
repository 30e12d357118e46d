/** The charsets of forms. */
export type FormCharset = 'utf-8' | 'windows-1252';

/**
 * Reads the `charset` parameter of a form's media type.
 *
 * @param label any label of the Encoding Standard for these two (`UTF8`, `latin1`, `iso-8859-1`, `us-ascii`, ...),
 *   case-insensitive
 * @returns null for any other label: respond with 415
 * @see https://encoding.spec.whatwg.org/#names-and-labels
 */
export function formCharset(label: string): FormCharset | null {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'utf-8' || encoding === 'windows-1252' ? encoding : null;
  } catch {
    return null;
  }
}

// The characters 0x80 to 0x9F, in which windows-1252 differs from ISO 8859-1.
const HIGH =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Returns the character of a byte (0-255) as a UTF-16 unit. */
export function windows1252Unit(byte: number): number {
  return byte >= 0x80 && byte < 0xa0 ? HIGH.charCodeAt(byte - 0x80) : byte;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
// Engines accept only a few tens of thousands of arguments.
const CHUNK = 4096;

/** Decodes raw bytes. Bytes that are not UTF-8 become U+FFFD; a byte order mark stays. */
export function decodeBytes(bytes: Uint8Array, charset: FormCharset): string {
  if (charset === 'utf-8') return utf8.decode(bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const units = Array.from(bytes.subarray(at, at + CHUNK), windows1252Unit);
    text += String.fromCharCode(...units);
  }
  return text;
}
