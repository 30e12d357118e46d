import type { RequestEnd } from '@mortise/http-message';

/**
 * The status of a request in logs and metrics.
 *
 * @param input the end, as the lifetime reports it
 * @returns the status as sent; `null` if nothing was sent, or a successful response was not completed
 */
export function completeStatus({
  status,
  error,
}: Pick<RequestEnd, 'status' | 'error'>): number | null {
  return status === null || (error !== null && status < 400) ? null : status;
}
