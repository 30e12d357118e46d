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
   * Ends the server gracefully: takes no more connections, closes those that are idle or silent, says
   * `Connection: close` on every answer (GOAWAY over HTTP/2), and lets what runs finish until the
   * deadline; what still runs then is aborted.
   *
   * @returns settles when the last connection is closed; every call gives the same promise
   */
  close(options?: CloseOptions): Promise<void>;
}
