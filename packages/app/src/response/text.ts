import { ignoreRejection, isThenable } from '@mortise/base';
import { withType, writeText } from '@mortise/base/message';
import { checkWrite } from '../development/bodiless-write.js';
import { checkResponse } from '../misuse/response-errors.js';
import type { ResponseInterface } from '@mortise/http-message';

/**
 * Returns the response with plain text: `text/plain; charset=utf-8`, unless the response already has a type.
 *
 * @param response the new one that a callback receives, whose body is empty: it is written to
 * @param status default: the response's own
 * @throws {CodedError} `RESPONSE_INVALID` if `response` is missing, or already has a body; in development, for content
 *   with a status without a body
 * @throws {TypeError} if `content` is `undefined` or a promise
 */
export function text(
  response: ResponseInterface,
  content: string,
  status?: number,
): ResponseInterface {
  checkResponse('text', response, status);
  checkText('text', content);
  return writeBody(response, content, 'text/plain; charset=utf-8', status);
}

/**
 * Returns the response with HTML: `text/html; charset=utf-8`, unless the response already has a type.
 *
 * @param response the new one that a callback receives, whose body is empty: it is written to
 * @param content HTML, sent unchanged: escape any text in it with `escapeHtml`
 * @param status default: the response's own
 * @throws {CodedError} `RESPONSE_INVALID` if `response` is missing, or already has a body; in development, for content
 *   with a status without a body
 * @throws {TypeError} if `content` is `undefined` or a promise
 */
export function html(
  response: ResponseInterface,
  content: string,
  status?: number,
): ResponseInterface {
  checkResponse('html', response, status);
  checkText('html', content);
  return writeBody(response, content, 'text/html; charset=utf-8', status);
}

/** Rejects results of calls that return nothing, or that were not awaited. */
function checkText(name: string, content: unknown): void {
  if (typeof content === 'string') return;
  const isLate = isThenable(content);
  if (content !== undefined && !isLate) return;
  ignoreRejection(content);
  throw new TypeError(
    `${name} received ${isLate ? 'a promise: await it' : 'undefined; expected a string'}`,
  );
}

/**
 * Writes content to a response, and sets its media type, unless it has one, and its status, if given.
 *
 * @throws {CodedError} `RESPONSE_INVALID` if the response already has a body; in development, for a status without a
 *   body (204, 205, 304)
 */
export function writeBody(
  response: ResponseInterface,
  content: string,
  mediaType: string,
  status: number | undefined,
): ResponseInterface {
  checkWrite(response, content, status);
  writeText(response, content);
  const typed = withType(response, mediaType);
  return status === undefined ? typed : typed.withStatus(status);
}
