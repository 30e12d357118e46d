import type { AttributeKey } from './attribute-key.js';
import type { Awaitable } from './awaitable.js';
import type { RequestEnd } from './request-end.js';

/**
 * The lifetime of a request: from its arrival at the adapter until the last byte of the response is sent, the client
 * disconnects, or an error ends it. Temporary files are removed when it ends.
 *
 * The code that calls the handler (an adapter or a test) must end the lifetime.
 */
export interface RequestLifetimeInterface {
  /**
   * Aborts when the response is no longer needed, because the client disconnected or a timeout expired. Its `reason` is
   * the argument of {@link abort}. It never aborts if the request ends normally.
   */
  readonly signal: AbortSignal;

  /**
   * Aborts when the server begins to close, with the argument of {@link beginClosing} as its `reason`, so that
   * long-lived responses can end early: the server waits for them. It never aborts after the request has ended.
   */
  readonly closing: AbortSignal;

  /** Whether {@link end} or {@link abort} was called. */
  readonly ended: boolean;

  /**
   * Returns a value shared by all copies of the request. Unlike attributes, values set by inner layers are visible to
   * outer layers and the adapter.
   *
   * @returns `undefined` if the value was never set
   */
  getValue<T>(key: AttributeKey<T>): T | undefined;

  /**
   * Sets a value for all copies of the request.
   *
   * @param value kept by reference; replaces the previous one
   */
  setValue<T>(key: AttributeKey<T>, value: NoInfer<T>): void;

  /**
   * Registers a function that runs at the end of the request, however it ends.
   *
   * @param cleanup called once, with how the request ended. The last one registered runs first, and each waits until
   *   the previous one has settled. One that is registered while others are running runs next; one that a listener of
   *   {@link signal} registers during {@link abort} runs before all others. Once all have run, a new one runs
   *   immediately: its exception reaches the caller, and its rejection is ignored.
   */
  onEnd(cleanup: (end: RequestEnd) => Awaitable<void>): void;

  /**
   * Ends the lifetime and runs the cleanups. Only the first call to `end` or `abort` has an effect.
   *
   * @param how passed to the cleanups; set by adapters. Default: no status, 0 bytes, no error, the current time.
   * @returns settles after the last cleanup; synchronous if none is asynchronous. If cleanups fail, the others still
   *   run, and the result is an `AggregateError` with all failures as its `errors`, even if there is only one.
   */
  end(how?: Partial<RequestEnd>): Awaitable<void>;

  /**
   * Aborts {@link signal}, then ends the lifetime like {@link end}.
   *
   * @param reason becomes the signal's `reason`, and the `error` that the cleanups receive
   * @param how what was sent before the abort, as for {@link end}; its `error` is ignored
   */
  abort(reason: unknown, how?: Partial<RequestEnd>): Awaitable<void>;

  /**
   * Aborts {@link closing}; called by the adapter or a test. Only the first call has an effect, and only before the
   * request has ended.
   *
   * @param reason becomes the `reason` of `closing`
   */
  beginClosing(reason: unknown): void;
}
