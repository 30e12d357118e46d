import { options, or } from '@mortise/base/options';
import type { Awaitable } from '@mortise/http-message';
import { milliseconds } from './milliseconds.js';

/** Options of {@link ServerHandle.close}. */
export interface CloseOptions {
  /**
   * Milliseconds that idle or silent connections stay open while the server closes: requests that arrive in this time
   * get a response. A higher value loses fewer requests that are in transit, and closes later. Default 25.
   */
  readonly idleTimeout?: number | undefined;
}

/** Checks the options of `close`, and adds the defaults. */
export const declaredClose = options<CloseOptions>()('close', {
  idleTimeout: or(milliseconds, 25),
});

/** A listening server. */
export interface ServerHandle {
  /** Its URL, without a trailing slash: `http://127.0.0.1:3000`, `unix:/run/app`. */
  readonly url: string;

  /** The port that the server listens on, even if the `port` option is 0; 0 for a Unix socket. */
  readonly port: number;

  /** Whether the server accepts requests: `false` once {@link close} has been called. For readiness checks. */
  readonly ready: boolean;

  /**
   * Undocumented Node members that do not work as expected in the running version; slower public API replaces them.
   * Empty on tested versions of Node.
   */
  readonly internals: readonly string[];

  /**
   * Closes the server gracefully: aborts the `closing` signal of running requests, accepts no more connections, closes
   * those that are idle or silent, sends `Connection: close` with every response (GOAWAY over HTTP/2), and waits for
   * running requests. Those still running at the deadline (`closeTimeout`) are aborted. When the `onEnd` hooks of all
   * requests have ended, the hooks of {@link onClosed} run, then the handler's `close`, if it has one and no other
   * server of this process serves it. A handler that awaits this waits for its own request, until the deadline.
   *
   * @returns resolves when all of that is done; every call returns the same promise. Rejects with an `AggregateError`
   *   of the errors from hooks and from the handler's `close`, including `CLOSE_TIMEOUT` if they do not finish by the
   *   deadline (they get at least a second). Rejects with an `OptionError` (`OPTION_INVALID`) for an invalid option;
   *   the server then stays open.
   */
  close(options?: CloseOptions): Promise<void>;

  /**
   * Registers a hook that runs after the server has closed, however that happened, for example to close a connection
   * pool.
   *
   * @param hook called once, after the last connection has closed; immediately if the server has already closed. Hooks
   *   run one after another, the last registered first.
   */
  onClosed(hook: () => Awaitable<void>): void;

  /** Lets the process end although the server and its connections are open, as in a test; a cluster has none. */
  unref?(): void;
}
