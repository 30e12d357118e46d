import type { ResponseInterface } from '@mortise/http-message';
import type { ResolvedRetry } from './client-options.js';
import { NetworkError } from './http-client-error.js';
import type { OutgoingRequest } from './outgoing-request.js';
import { retryDelay } from './retry-delay.js';

/** The result of one attempt. */
export type Outcome =
  | { readonly response: ResponseInterface; readonly error: null }
  | { readonly response: null; readonly error: unknown };

/**
 * Decides whether a request is sent again.
 *
 * @param attempt the number of this outcome's attempt: 1 for the first
 * @returns milliseconds until the next attempt; `null` if there is none
 */
export function retryAfter(
  attempt: number,
  { isRepeatable, method }: OutgoingRequest,
  { response, error }: Outcome,
  retry: ResolvedRetry,
): number | null {
  if (attempt >= retry.attempts || !isRepeatable || !retry.methods.includes(method)) return null;
  if (response === null) return isPassing(error) ? retryDelay(attempt, '', retry) : null;
  if (!retry.statuses.includes(response.getStatusCode())) return null;
  return retryDelay(attempt, [...new Set(response.getHeader('Retry-After'))].join(', '), retry);
}

/** Whether the next attempt can succeed where this one failed. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof NetworkError && error.code !== 'ABORTED' && error.code !== 'RESPONSE_INVALID'
  );
}
