import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from './body-error.js';

/**
 * The text of a body in the character set that its media type names; UTF-8 when it names none.
 *
 * @returns what is no character becomes U+FFFD; a byte order mark is taken off
 * @throws {BodyError} `BODY_CHARSET` for a label that the Encoding Standard does not know
 */
export function decodeText(
  body: Uint8Array | string,
  mediaType: Pick<MediaType, 'parameters'>,
): string {
  if (typeof body === 'string') return body;
  const label = mediaType.parameters['charset'] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    throw BodyError.charset(label);
  }
}
