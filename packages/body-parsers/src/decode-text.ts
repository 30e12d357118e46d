import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from './body-error.js';

type Charset = Pick<MediaType, 'parameters'>;

/**
 * Decodes a body with the charset of its media type; UTF-8 by default.
 *
 * @returns the text without a byte order mark; invalid bytes become U+FFFD. A string is returned unchanged.
 * @throws {BodyError} `BODY_CHARSET` if the charset is not a label of the Encoding Standard
 */
export function decodeText(body: Uint8Array | string, mediaType: Charset): string {
  return typeof body === 'string' ? body : decoded(body, decoderOf(mediaType, false));
}

/**
 * Like {@link decodeText}, but throws for invalid bytes.
 *
 * @throws {BodyError} `BODY_CHARSET`; `BODY_MALFORMED` if the bytes are not valid in the charset
 */
export function decodeTextStrictly(body: Uint8Array | string, mediaType: Charset): string {
  if (typeof body === 'string') return body;
  const decoder = decoderOf(mediaType, true);
  try {
    return decoded(body, decoder);
  } catch (cause) {
    throw BodyError.malformed('text', `it is not valid ${decoder.encoding}`, cause);
  }
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Decodes as a stream, because Node 20 otherwise decodes windows-1252 as ISO 8859-1: 0x80 is €. */
function decoded(body: Uint8Array, decoder: Decoder): string {
  return decoder.decode(body, { stream: true }) + decoder.decode();
}

function decoderOf({ parameters }: Charset, fatal: boolean): Decoder {
  const label = parameters['charset'] ?? 'utf-8';
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    throw BodyError.charset(label);
  }
}
