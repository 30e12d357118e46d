import type { AttributeKey } from './attribute-key.js';
import type { Awaitable } from './awaitable.js';
import type { RequestEnd } from './request-end.js';

/**
 * The life of a request: from the adapter that received it until the last byte of the response is
 * sent, the client disconnects, or an error ends it. Temporary files are tied to it.
 *
 * The code that calls a handler must end the lifetime: the adapter, or in a test the test.
 */
export interface RequestLifetimeInterface {
  /**
   * Fires when the response is not wanted any more: the client disconnected, or time is up. Its
   * `reason` is what {@link abort} was given. A request that ends well never fires it.
   */
  readonly signal: AbortSignal;

  /**
   * Fires when the server begins to close, with the reason that {@link beginClosing} was given, so that
   * long-lived responses end early: the server waits for them. Never fires when nothing closes the
   * server, and not after the end.
   */
  readonly closing: AbortSignal;

  /** Whether {@link end} or {@link abort} was called. */
  readonly ended: boolean;

  /**
   * A value of the request as a whole: unlike an attribute, outer layers and the adapter see what
   * inner layers set.
   *
   * @returns `undefined` when the value was never set
   */
  getValue<T>(key: AttributeKey<T>): T | undefined;

  /** Sets a value, for all copies of the request. @param value kept by reference; replaces an older one */
  setValue<T>(key: AttributeKey<T>, value: NoInfer<T>): void;

  /**
   * Registers what to do at the end, whichever way it ends.
   *
   * @param cleanup run once, with how the request ended; the last registered runs first, each after the
   *   one before has settled. One that is registered while others run takes its turn with them; so does
   *   one that a listener of {@link signal} registers during {@link abort}, before the others. When
   *   all have run, it runs immediately: what it throws reaches the caller, what it rejects with is
   *   ignored.
   */
  onEnd(cleanup: (end: RequestEnd) => Awaitable<void>): void;

  /**
   * Ends the life and runs the cleanups. Only the first call of `end` or `abort` does anything.
   *
   * @param how what the cleanups receive; an adapter says it. Default: no status, 0 bytes, no error.
   * @returns settles when the last cleanup has, immediately when none waits. When cleanups fail the
   *   others still run; the failures, also a single one, come as the `errors` of an `AggregateError`.
   */
  end(how?: Partial<RequestEnd>): Awaitable<void>;

  /**
   * Fires {@link signal}, then ends the life as {@link end} does.
   *
   * @param reason becomes the signal's `reason`, and the `error` that the cleanups receive
   * @param how what was sent before, as for {@link end}; its `error` is ignored
   */
  abort(reason: unknown, how?: Partial<RequestEnd>): Awaitable<void>;

  /**
   * Fires {@link closing}; the adapter calls it, or a test. Only the first call does anything, and none
   * does after the end.
   *
   * @param reason becomes the `reason` of `closing`
   */
  beginClosing(reason: unknown): void;
}
