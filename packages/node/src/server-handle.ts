import { options, or } from '@mortise/base/options';
import type { Awaitable } from '@mortise/http-message';
import { milliseconds } from './milliseconds.js';

/** How a server closes. */
export interface CloseOptions {
  /**
   * Milliseconds that idle or silent connections stay open: requests that arrive in this time get a
   * response. A higher value loses fewer requests that clients are about to send, and closes later.
   * Default 25.
   */
  readonly idleTimeout?: number;
}

/** The options of `close`. */
export const declaredClose = options<CloseOptions>()('close', {
  idleTimeout: or(milliseconds, 25),
});

/** A listening server. */
export interface ServerHandle {
  /** Its URL, without a trailing slash: `http://127.0.0.1:3000`, `unix:/run/app`. */
  readonly url: string;

  /** The port that it listens on, even if 0 was given; 0 for a Unix socket. */
  readonly port: number;

  /** Whether it accepts requests: false once {@link close} was called. For readiness checks. */
  readonly ready: boolean;

  /**
   * The undocumented members of Node that differ in the running version from what this package expects; public API replaces
   * them, at a higher cost. Empty on tested versions of Node.
   */
  readonly internals: readonly string[];

  /**
   * Closes the server gracefully: aborts `closing` of the lifetimes of running requests, accepts no more
   * connections, closes those that are idle or silent, sends `Connection: close` on every response
   * (GOAWAY over HTTP/2), and waits for running requests until the deadline; those still running are then
   * aborted. When the `onEnd` hooks of these requests have ended, the hooks of {@link onClosed} run, and the handler's `close`, if it has one.
   *
   * @returns settles when all of that has ended; every call returns the same promise. It rejects with an `AggregateError`
   *   of the errors of the hooks and of `close`, including `CLOSE_TIMEOUT` if they did not finish by the deadline (they get
   *   at least a second). With a wrong option it rejects with an `OptionError`, `OPTION_INVALID`, and the server stays
   *   open.
   */
  close(options?: CloseOptions): Promise<void>;

  /**
   * Registers a hook that closes resources with the server, however it is closed: pools, logs.
   *
   * @param hook called once, after the last connection has closed; the last registered runs first, each
   *   after the previous one has settled. Runs immediately if the server has already closed.
   */
  onClosed(hook: () => Awaitable<void>): void;
}
