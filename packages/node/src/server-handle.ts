import type { Awaitable } from '@mortise/http-message';

/** How a server ends. */
export interface CloseOptions {
  /**
   * Milliseconds that connections may stay idle or silent: what their clients send by then is
   * answered. More loses fewer requests of clients that are about to send one, and closes later.
   * Default 25.
   */
  readonly idleTimeout?: number;
}

/** A server that listens. */
export interface ServerHandle {
  /** Where it is reached, without a slash at the end: `http://127.0.0.1:3000`, `unix:/run/app`. */
  readonly url: string;

  /** The port that it listens on: the one that was free when 0 was asked for; 0 for a Unix socket. */
  readonly port: number;

  /** Whether it takes requests: false from the call of {@link close} on. For readiness checks. */
  readonly ready: boolean;

  /**
   * The undocumented members of Node that this version of Node does not have as this package expects:
   * public API does their work, at a higher cost. Empty for the versions of Node that it was tested on.
   */
  readonly internals: readonly string[];

  /**
   * Ends the server gracefully: fires `closing` of the lifetimes of running requests, takes no more
   * connections, closes those that are idle or silent, says `Connection: close` on every response
   * (GOAWAY over HTTP/2), and lets what runs finish until the deadline; what still runs then is
   * aborted. Then the hooks of {@link onClosed} run, and the handler's `close`, if it has one.
   *
   * @returns settles when all of that has ended; every call returns the same promise. It rejects with
   *   an `AggregateError` of what hooks and `close` failed with, and with `CLOSE_TIMEOUT` among it if
   *   they were not done at the deadline (they have at least a second).
   */
  close(options?: CloseOptions): Promise<void>;

  /**
   * Registers what closes with the server, however it is closed: pools, logs.
   *
   * @param hook called once, after the last connection is closed; the last registered runs first, each
   *   after the one before has settled. Runs immediately when the server has closed already.
   */
  onClosed(hook: () => Awaitable<void>): void;
}
