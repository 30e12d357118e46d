import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from './body-error.js';

type Charset = Pick<MediaType, 'parameters'>;

/**
 * Decodes a body in the charset of its media type, UTF-8 by default.
 *
 * @returns the text without byte order mark; invalid bytes become U+FFFD. Text is returned unchanged.
 * @throws {BodyError} `BODY_CHARSET` for a label that the Encoding Standard does not know
 */
export function decodeText(body: Uint8Array | string, mediaType: Charset): string {
  return typeof body === 'string' ? body : decoderOf(mediaType, false).decode(body);
}

/**
 * Like {@link decodeText}, but refuses invalid bytes.
 *
 * @throws {BodyError} `BODY_CHARSET`; `BODY_MALFORMED` for bytes that are not in the charset
 */
export function decodeTextStrictly(body: Uint8Array | string, mediaType: Charset): string {
  if (typeof body === 'string') return body;
  const decoder = decoderOf(mediaType, true);
  try {
    return decoder.decode(body);
  } catch (cause) {
    throw BodyError.malformed('text', `it is not valid ${decoder.encoding}`, cause);
  }
}

function decoderOf({ parameters }: Charset, fatal: boolean): InstanceType<typeof TextDecoder> {
  const label = parameters['charset'] ?? 'utf-8';
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    throw BodyError.charset(label);
  }
}
