import type { AttributeKey } from './attribute-key.js';
import type { Awaitable } from './awaitable.js';
import type { RequestEnd } from './request-end.js';

/**
 * The lifetime of a request: from its arrival at the adapter until the last byte of the response is sent, the client
 * disconnects, or an error ends it. Temporary files are tied to it.
 *
 * The code that calls a handler must end the lifetime: the adapter, or a test.
 */
export interface RequestLifetimeInterface {
  /**
   * Aborts when the response is no longer needed: the client disconnected, or a timeout expired. Its `reason` is the
   * argument of {@link abort}. It never aborts for a request that ends normally.
   */
  readonly signal: AbortSignal;

  /**
   * Aborts when the server begins to close, with the argument of {@link beginClosing} as its reason, so that
   * long-lived responses can end early: the server waits for them. It never aborts if the
   * server does not close, and not after the end.
   */
  readonly closing: AbortSignal;

  /** Whether {@link end} or {@link abort} was called. */
  readonly ended: boolean;

  /**
   * Returns a value shared by all copies of the request: unlike attributes, outer layers and the adapter see those that
   * inner layers set.
   *
   * @returns `undefined` if the value was never set
   */
  getValue<T>(key: AttributeKey<T>): T | undefined;

  /** Sets a value, for all copies of the request. @param value kept by reference; replaces an older one */
  setValue<T>(key: AttributeKey<T>, value: NoInfer<T>): void;

  /**
   * Registers a function that runs at the end of the request, whichever way it ends.
   *
   * @param cleanup called once, with how the request ended; the last registered runs first, each after the previous one has
   *   settled. If it is registered while others run, it joins them; so does one that a listener of {@link signal} registers
   *   during {@link abort}, which runs before the others. Once all have run, it runs immediately: its exception reaches the
   *   caller, its rejection is ignored.
   */
  onEnd(cleanup: (end: RequestEnd) => Awaitable<void>): void;

  /**
   * Ends the lifetime and runs the cleanups. Only the first call to `end` or `abort` has an effect.
   *
   * @param how passed to the cleanups; set by adapters. Default: no status, 0 bytes, no error, the current time.
   * @returns settles after the last cleanup, synchronously if none is asynchronous. If cleanups fail, the
   *   others still run; the failures, including a single one, are the `errors` of an `AggregateError`.
   */
  end(how?: Partial<RequestEnd>): Awaitable<void>;

  /**
   * Aborts {@link signal}, then ends the lifetime like {@link end}.
   *
   * @param reason becomes the signal's `reason`, and the `error` that the cleanups receive
   * @param how what was sent before, like in {@link end}; its `error` is ignored
   */
  abort(reason: unknown, how?: Partial<RequestEnd>): Awaitable<void>;

  /**
   * Aborts {@link closing}; called by the adapter, or a test. Only the first call has an effect, and only before the end.
   *
   * @param reason becomes the `reason` of `closing`
   */
  beginClosing(reason: unknown): void;
}
