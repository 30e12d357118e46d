import { writeText } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';

/** Returns a response with content, its type unless it already has one, and a status if one is given. */
export function writeBody(
  response: ResponseInterface,
  content: string,
  mediaType: string,
  status: number | undefined,
): ResponseInterface {
  writeText(response.getBody(), content);
  const typed = response.hasHeader('Content-Type')
    ? response
    : response.withHeader('Content-Type', mediaType);
  return status === undefined ? typed : typed.withStatus(status);
}
