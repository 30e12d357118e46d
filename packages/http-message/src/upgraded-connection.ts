import type { Awaitable } from './awaitable.js';

/**
 * A connection that a response switched from HTTP to another protocol. The runtime's objects have the type `object`,
 * because this package does not depend on a runtime's types.
 *
 * @see RFC 9110 7.8
 */
export interface UpgradedConnection {
  /** The request: an `IncomingMessage` from `node:http`, without its body. */
  readonly incoming: object;

  /**
   * The connection: a `Duplex` from `node:stream`. Nothing has been written to it, not even the status line. Bytes that
   * the client sent after the request have not been read from it.
   */
  readonly socket: object;

  /**
   * The headers to send with the 101 response, as alternating names and values, without `Upgrade` and `Connection`;
   * empty if there are none.
   */
  readonly rawHeaders: readonly string[];

  /**
   * Reports an application error, with the request and its route, to the server's `onError`. The connection stays open.
   * Never throws, and can be called even after the connection has ended.
   */
  readonly report: (error: unknown) => void;
}

/**
 * Takes over a connection: sends the 101 response, then owns the connection until it closes it.
 *
 * @returns can settle at any time; an exception or a rejection is reported to `onError` and destroys the connection
 */
export type TakeConnection = (connection: UpgradedConnection) => Awaitable<void>;
