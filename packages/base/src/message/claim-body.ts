import { CodedError } from '../coded-error.js';
import { BODY_OWNER, HANDLER_TIMER, SOURCE_TAKEN } from '../symbols.js';
import type { TimedLifetime } from './handler-timer.js';
import { isNodeStream } from './own-source.js';

/** The text about a body that would be divided between two clients. */
export const BODY_TAKEN =
  'this body was already sent with another response: create the stream in the handler, for each request';

/** The request whose response has a body. */
class Owner {
  readonly #lifetime: TimedLifetime;

  constructor(lifetime: TimedLifetime) {
    this.#lifetime = lifetime;
  }

  /** Whether the response to another request can have the body. */
  leavesTo(lifetime: TimedLifetime): boolean {
    const own = this.#lifetime;
    return own === lifetime || (!own.ended && own[HANDLER_TIMER] === undefined);
  }
}

/**
 * Takes a body that can be read once for the response to a request, whose layers can all return it. The request of a
 * call that a handler made itself, without an adapter, leaves it to the handler's request. A frozen body is not noted,
 * and stays free.
 *
 * @returns `false` if the body belongs to the response to another request, even if that has been sent
 */
export function claimBody(body: object, lifetime: TimedLifetime): boolean {
  const noted = body as { [BODY_OWNER]?: Owner };
  if (noted[BODY_OWNER]?.leavesTo(lifetime) === false) return false;
  if (Object.isExtensible(body)) noted[BODY_OWNER] = new Owner(lifetime);
  return true;
}

/**
 * Takes a source for one body. A source that can be read again, such as a list or an object that returns a new iterator
 * each time, stays free, and so does one that is frozen.
 *
 * @returns `false` if another body reads the source, or has read it
 */
export function claimSource(source: unknown): boolean {
  if (!isReadOnce(source)) return true;
  if (source[SOURCE_TAKEN] === true) return false;
  if (Object.isExtensible(source)) source[SOURCE_TAKEN] = true;
  return true;
}

/** Like {@link claimSource}. @throws {CodedError} `BODY_CONSUMED` instead of returning `false` */
export function takeSource(source: unknown): void {
  if (!claimSource(source)) throw new CodedError('BODY_CONSUMED', BODY_TAKEN);
}

/** Lets another body read a source that its body has detached. @returns the source */
export function releaseSource<Source extends object>(source: Source): Source {
  if (isReadOnce(source) && source[SOURCE_TAKEN] === true) source[SOURCE_TAKEN] = false;
  return source;
}

interface ReadOnce {
  /** Whether a body reads the source, or has read it. */
  [SOURCE_TAKEN]?: boolean;
}

/** Whether a value is an iterator, such as a generator, or a stream of Node or the web. Calls nothing of it. */
function isReadOnce(source: unknown): source is ReadOnce {
  const { next, getReader } = Object(source) as { next?: unknown; getReader?: unknown };
  return typeof next === 'function' || typeof getReader === 'function' || isNodeStream(source);
}
