import type { RequestLifetimeInterface } from '@mortise/http-message';
import { memberOf } from '../error-members.js';

/** Maximum errors in a chain of causes: a chain can be a cycle. */
const MAX_CAUSES = 10;

/**
 * Whether a handler's error only means that its request was aborted: it, or one of its causes, is the `reason` of the
 * lifetime's signal, or a failed read of a body whose client has disconnected. Such an error is neither logged nor
 * reported. An abort by any other signal, such as a timeout of the handler's own, is an error like others.
 */
export function isAbandoned(
  error: unknown,
  lifetime: Pick<RequestLifetimeInterface, 'ended' | 'signal'>,
): boolean {
  // Reading `signal` creates it: not while the request runs.
  const isAborted = lifetime.ended && lifetime.signal.aborted;
  let at = error;
  for (let count = 0; at !== undefined && count < MAX_CAUSES; count++) {
    const code = memberOf(at, 'code');
    // The read can fail before the adapter aborts the lifetime.
    if (code === 'REQUEST_ABORTED') return true;
    // A stream that was closed at the abort.
    if (isAborted && (at === lifetime.signal.reason || code === 'STREAM_DETACHED')) return true;
    at = memberOf(at, 'cause');
  }
  return false;
}
