import type { ResponseInterface } from '@mortise/http-message';
import { writeBody } from './write-body.js';

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
  return writeBody(response, content, 'text/html; charset=utf-8', status);
}
