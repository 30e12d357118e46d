import type { MediaType } from '@mortise/http-syntax';
import { BodyError } from '../body-error.js';

/**
 * Decodes an XML document. The encoding is taken from its byte order mark, otherwise from its media type, otherwise
 * from its XML declaration; the default is UTF-8.
 *
 * @throws {BodyError} `BODY_CHARSET` if the runtime does not support the encoding, `BODY_MALFORMED` for invalid bytes
 * @see RFC 7303 3
 */
export function xmlText(
  body: Uint8Array | string,
  mediaType: Pick<MediaType, 'parameters'> | null,
): string {
  if (typeof body === 'string') return body.startsWith('\ufeff') ? body.slice(1) : body;
  const label = ofByteOrderMark(body) ?? mediaType?.parameters['charset'] ?? declared(body);
  const decoder = fatalDecoder(label);
  try {
    return decoder.decode(body);
  } catch (error) {
    throw BodyError.malformed('XML', `it is not valid ${decoder.encoding}`, error);
  }
}

function fatalDecoder(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw BodyError.charset(label);
  }
}

function ofByteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

function declared(body: Uint8Array): string {
  const start = String.fromCharCode(...body.subarray(0, 256));
  const declaration = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(start);
  return declaration?.[1] ?? 'utf-8';
}
