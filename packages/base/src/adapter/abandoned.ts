import { isAbort } from '../error-members.js';

/**
 * Whether an error of a handler only means that its response is no longer awaited: it is one of the adapter itself, an
 * abort, or a read of a body that was closed for that reason (`STREAM_DETACHED`).
 *
 * @param Own the class of the adapter's errors
 */
export function isAbandoned(error: unknown, Own: abstract new (...args: never) => Error): boolean {
  if (error instanceof Own || isAbort(error)) return true;
  return (Object(error) as { readonly code?: unknown }).code === 'STREAM_DETACHED';
}
