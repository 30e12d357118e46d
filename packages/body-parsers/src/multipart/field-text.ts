import { decodeText } from '../decode-text.js';

/**
 * Decodes the value of a field. As in PHP, a byte order mark of UTF-8 is kept.
 *
 * @param charset the charset in the part's `Content-Type`; `null` for UTF-8
 * @returns the text; invalid bytes become U+FFFD
 * @throws {BodyError} `BODY_CHARSET` if the charset is not a label of the Encoding Standard
 */
export function fieldText(bytes: Uint8Array, charset: string | null): string {
  if (charset !== null) return decodeText(bytes, { parameters: { charset } });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
