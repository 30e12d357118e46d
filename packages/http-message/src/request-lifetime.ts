import type { Awaitable } from './awaitable.js';

/**
 * The life of a request: from the adapter that received it until the last byte of the response is
 * sent, the client is gone, or an error ended it. Temporary files hang on it.
 *
 * Whoever calls a handler ends the lifetime: the adapter, or in a test the test.
 */
export interface RequestLifetimeInterface {
  /**
   * Fires when nobody waits for the answer any more: the client has gone, or time is up. Its
   * `reason` is what {@link abort} was given. A request that ends well never fires it.
   */
  readonly signal: AbortSignal;

  /** Whether {@link end} or {@link abort} was called. */
  readonly ended: boolean;

  /**
   * Registers what to do at the end, whichever way it ends.
   *
   * @param cleanup run once; the last registered runs first, each after the one before has settled.
   *   One that is registered while others run takes its turn with them. When all have run it runs at
   *   once: what it throws reaches the caller, what it rejects with reaches nobody.
   */
  onEnd(cleanup: () => Awaitable<void>): void;

  /**
   * Ends the life and runs the cleanups. Only the first call of `end` or `abort` does anything.
   *
   * @returns settles when the last cleanup has, at once when none waits. When cleanups fail the
   *   others still run; the failures come together as the `errors` of an `AggregateError`.
   */
  end(): Awaitable<void>;

  /**
   * Fires {@link signal}, then ends the life as {@link end} does.
   *
   * @param reason becomes the signal's `reason`
   */
  abort(reason: unknown): Awaitable<void>;
}
