import { CodedError } from '../coded-error.js';
import type { TimedLifetime } from './handler-timer.js';
import { sharedState } from '../shared-state.js';
import { CLAIMED_BODIES, HANDLER_TIMER } from '../symbols.js';
import { isNodeStream } from './own-source.js';

/** The text about a body that would be divided between two clients. */
export const BODY_TAKEN =
  'this body was already sent with another response: create the stream in the handler, for each request';

const claimed = () =>
  sharedState(CLAIMED_BODIES, () => ({
    /** The request whose response has a body. */
    owners: new WeakMap<object, TimedLifetime>(),
    /** Sources that a body reads, or has read. */
    taken: new WeakSet(),
  }));

/**
 * Takes a body that can be read once for the response to a request, whose layers can all return it. The request of a
 * call that a handler made itself, without an adapter, leaves it to the handler's request.
 *
 * @returns `false` if the body belongs to the response to another request, even if that has been sent
 */
export function claimBody(body: object, lifetime: TimedLifetime): boolean {
  const { owners } = claimed();
  const owner = owners.get(body);
  if (owner === lifetime) return true;
  if (owner?.ended === true || owner?.[HANDLER_TIMER] !== undefined) return false;
  owners.set(body, lifetime);
  return true;
}

/**
 * Takes a source for one body. A source that can be read again, such as a list or an object that returns a new iterator
 * each time, stays free.
 *
 * @returns `false` if another body reads the source, or has read it
 */
export function claimSource(source: unknown): boolean {
  if (!isReadOnce(source)) return true;
  const { taken } = claimed();
  if (taken.has(source)) return false;
  taken.add(source);
  return true;
}

/** Like {@link claimSource}. @throws {CodedError} `BODY_CONSUMED` instead of returning `false` */
export function takeSource(source: unknown): void {
  if (!claimSource(source)) throw new CodedError('BODY_CONSUMED', BODY_TAKEN);
}

/** Lets another body read a source that its body has detached. @returns the source */
export function releaseSource<Source extends object>(source: Source): Source {
  claimed().taken.delete(source);
  return source;
}

/** Whether a value is an iterator, such as a generator, or a stream of Node or the web. Calls nothing of it. */
function isReadOnce(source: unknown): source is object {
  const { next, getReader } = Object(source) as { next?: unknown; getReader?: unknown };
  return typeof next === 'function' || typeof getReader === 'function' || isNodeStream(source);
}
