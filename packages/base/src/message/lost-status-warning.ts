import type { ServerRequestInterface } from '@mortise/http-message';
import { statusOf } from '../error-members.js';
import { warnOnce } from '../warn.js';
import { isDevelopment } from './is-development.js';
import { isResponse } from './is-response.js';

const warnNow = warnOnce('ERROR_STATUS_LOST');

/**
 * Warns once, in development, if a custom handler answers an error with a status of success. A page for an unknown path
 * can have one on purpose.
 */
export function warnOfLostStatus(
  request: ServerRequestInterface,
  error: unknown,
  response: unknown,
): void {
  const status = statusOf(error) ?? 500;
  if (!isResponse(response) || status === 404) return;
  const sent = response.getStatusCode();
  if (sent < 200 || sent > 299 || !isDevelopment(request)) return;
  warnNow(
    `an error handler responded with ${sent} to an error with the status ${status}, so clients and caches treat the error as a success`,
    `Set the status: response.withStatus(${status}).`,
  );
}
