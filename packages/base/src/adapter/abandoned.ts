import { isAbort } from '../error-members.js';

/**
 * Whether a handler's error only means that its response is no longer awaited: an error of the adapter itself, an
 * abort, or a read of a body that was closed for that reason (`STREAM_DETACHED`).
 *
 * @param Own the adapter's error class
 */
export function isAbandoned(error: unknown, Own: abstract new (...args: never) => Error): boolean {
  if (error instanceof Own || isAbort(error)) return true;
  return (Object(error) as { readonly code?: unknown }).code === 'STREAM_DETACHED';
}
