import type { ServerRequestInterface } from '@mortise/http-message';
import { headersOf } from '../error-headers.js';
import { statusOf } from '../error-members.js';
import { warnOnce } from '../warn.js';
import { isDevelopment } from './is-development.js';
import { isResponse } from './is-response.js';

const warnNow = warnOnce('ERROR_STATUS_LOST');

/**
 * Returns the response of a custom error handler, with the headers of the error that it lacks: HTTP requires some of them
 * with certain statuses (`Allow`, `WWW-Authenticate`). A response with another status than the error gets none.
 *
 * Warns once, in development, if the status is one of success. A page for an unknown path can have one on purpose.
 *
 * @param response a value that is not a response is returned unchanged, for the caller to report
 */
export function customErrorResponse<R>(
  request: ServerRequestInterface,
  error: unknown,
  response: R,
): R {
  if (!isResponse(response)) return response;
  const status = statusOf(error) ?? 500;
  const sent = response.getStatusCode();
  if (sent >= 200 && sent <= 299 && status !== 404 && isDevelopment(request)) {
    warnNow(
      `an error handler responded with ${sent} to an error with the status ${status}, so clients and caches treat the error as a success`,
      `Set the status: response.withStatus(${status}).`,
    );
  }
  if (sent !== status) return response;
  const missing = headersOf(error).filter(([name]) => !response.hasHeader(name));
  return missing.reduce((made, [name, value]) => made.withAddedHeader(name, value), response);
}
