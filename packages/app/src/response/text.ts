import { ignoreRejection, isThenable } from '@mortise/base';
import { writeText } from '@mortise/base/message';
import { checkWrite } from '../development/noted-body.js';
import { checkResponse } from '../misuse/response-errors.js';
import type { ResponseInterface } from '@mortise/http-message';

/**
 * Returns the response with plain text: `text/plain; charset=utf-8`, unless the response already has a type.
 *
 * @param response usually the fresh one that a callback receives; its body is written to
 * @param status default: the response's own
 * @throws {AppError} `RESPONSE_INVALID` if `response` is missing, or in development, for a status without a body
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
 * @param response usually the fresh one that a callback receives; its body is written to
 * @param content HTML, sent unchanged: escape any text in it with `escapeHtml`
 * @param status default: the response's own
 * @throws {AppError} `RESPONSE_INVALID` if `response` is missing, or in development, for a status without a body
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
 * @throws {AppError} `RESPONSE_INVALID` in development, if an earlier call wrote to the same body and its result, which
 *   has the type, was dropped: both contents would be sent; and if a response with the status has no body (204, 205, 304)
 */
export function writeBody(
  response: ResponseInterface,
  content: string,
  mediaType: string,
  status: number | undefined,
): ResponseInterface {
  const body = response.getBody();
  checkWrite(body, response, content, status);
  writeText(body, content);
  const typed = response.hasHeader('Content-Type')
    ? response
    : response.withHeader('Content-Type', mediaType);
  return status === undefined ? typed : typed.withStatus(status);
}
