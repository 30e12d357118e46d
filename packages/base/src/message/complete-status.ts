import type { RequestEnd } from '@mortise/http-message';

/**
 * Returns the status of a request for logs and metrics.
 *
 * @param input how the request ended, as reported by its lifetime
 * @returns the status as sent; `null` if nothing was sent, or if a successful response was not completed
 */
export function completeStatus({
  status,
  error,
}: Pick<RequestEnd, 'status' | 'error'>): number | null {
  return status === null || (error !== null && status < 400) ? null : status;
}
