import { writeText } from '@mortise/base/message';
import { checkResponse } from '../foreign-habits.js';
import type { ResponseInterface } from '@mortise/http-message';

/**
 * Returns the response with plain text: `text/plain; charset=utf-8`, unless the response already has a type.
 *
 * @param response its body is written to
 * @param status default: the response's own
 */
export function text(
  response: ResponseInterface,
  content: string,
  status?: number,
): ResponseInterface {
  checkResponse('text', response);
  return writeBody(response, content, 'text/plain; charset=utf-8', status);
}

/**
 * Returns the response with a page: `text/html; charset=utf-8`, unless the response already has a type.
 *
 * @param content HTML, sent unchanged: pass text in it through `escapeHtml`
 * @param response its body is written to
 * @param status default: the response's own
 */
export function html(
  response: ResponseInterface,
  content: string,
  status?: number,
): ResponseInterface {
  checkResponse('html', response);
  return writeBody(response, content, 'text/html; charset=utf-8', status);
}

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
