import { statusOf } from '@mortise/base';
import { NodeAdapterError } from '../node-adapter-error.js';

/**
 * Whether `onError` gets an error: one with a status below 500 only if the client is not told it, because its response has
 * begun, and has not caused it by disconnecting.
 *
 * @param sent the status of the response; `null` before its head is sent
 */
export function isReported(error: unknown, sent: number | null): boolean {
  if (sent === null) return (statusOf(error) ?? 500) >= 500;
  return !(error instanceof NodeAdapterError) || error.code !== 'REQUEST_ABORTED';
}
