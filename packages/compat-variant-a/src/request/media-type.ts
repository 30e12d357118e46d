import type { MessageInterface } from '@mortise/http-message';
import { type MediaType, parseMediaType } from '@mortise/http-syntax';

/** Returns the Content-Type header as sent; `null` if absent. */
export function contentTypeOf(message: MessageInterface): string | null {
  return message.hasHeader('Content-Type') ? message.getHeaderLine('Content-Type') : null;
}

/** Returns the parsed media type of the body; `null` if the Content-Type header is absent or malformed. */
export function parsedMediaTypeOf(message: MessageInterface): MediaType | null {
  const line = message.getHeaderLine('Content-Type');
  return line === '' ? null : parseMediaType(line);
}

/**
 * Returns the media type of the body in lower case, without its parameters: `'text/html'`.
 *
 * @returns `null` if the Content-Type header is absent or malformed
 */
export function mediaTypeOf(message: MessageInterface): string | null {
  return parsedMediaTypeOf(message)?.essence ?? null;
}

/**
 * Returns the parameters of the media type: names in lower case, values in their original case and without
 * quotes (RFC 9110 5.6.6).
 *
 * @returns an object with a null prototype; `{}` if there are none
 */
export function mediaTypeParamsOf(message: MessageInterface): Readonly<Record<string, string>> {
  return parsedMediaTypeOf(message)?.parameters ?? (Object.create(null) as Record<string, string>);
}

/** Returns the `charset` parameter of the media type, in its original case; `null` if absent. */
export function contentCharsetOf(message: MessageInterface): string | null {
  return mediaTypeParamsOf(message)['charset'] ?? null;
}
