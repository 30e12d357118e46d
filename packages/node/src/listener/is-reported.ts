import { statusOf } from '@mortise/base';
import { NodeAdapterError } from '../node-adapter-error.js';

/**
 * Whether an error is passed to `onError`. Before the head of the response is sent, only errors with a status of 500 or
 * above are, because the client receives the others. After that, all are, except the error for a client that
 * disconnected.
 *
 * @param sent the status of the response; `null` before its head is sent
 */
export function isReported(error: unknown, sent: number | null): boolean {
  if (sent === null) return (statusOf(error) ?? 500) >= 500;
  return !(error instanceof NodeAdapterError) || error.code !== 'REQUEST_ABORTED';
}
