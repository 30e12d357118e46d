import type { MessageInterface } from '@mortise/http-message';
import { type MediaType, parseMediaType } from '@mortise/http-syntax';

/** The Content-Type header as sent; `null` when there is none. */
export function contentTypeOf(message: MessageInterface): string | null {
  return message.hasHeader('Content-Type') ? message.getHeaderLine('Content-Type') : null;
}

/** The media type of the body, read; `null` when the Content-Type header is absent or malformed. */
export function parsedMediaTypeOf(message: MessageInterface): MediaType | null {
  const line = message.getHeaderLine('Content-Type');
  return line === '' ? null : parseMediaType(line);
}

/**
 * The media type of the body in lower case, without its parameters: `'text/html'`.
 *
 * @returns `null` when the Content-Type header is absent or malformed
 */
export function mediaTypeOf(message: MessageInterface): string | null {
  return parsedMediaTypeOf(message)?.essence ?? null;
}

/**
 * The parameters of the media type: names in lower case, values with their case kept and quotes
 * taken off (RFC 9110 5.6.6).
 *
 * @returns an object with a null prototype; `{}` when there are none
 */
export function mediaTypeParamsOf(message: MessageInterface): Readonly<Record<string, string>> {
  return parsedMediaTypeOf(message)?.parameters ?? (Object.create(null) as Record<string, string>);
}

/** The `charset` parameter of the media type, in the case it was sent; `null` when there is none. */
export function contentCharsetOf(message: MessageInterface): string | null {
  return mediaTypeParamsOf(message)['charset'] ?? null;
}
