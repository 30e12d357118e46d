import type { Awaitable } from './awaitable.js';

/**
 * A connection no longer used for HTTP, because a response switched it to another protocol. Its members are those of the
 * runtime: typed as objects, because this package does not depend on a runtime's types.
 *
 * @see RFC 9110 7.8
 */
export interface UpgradedConnection {
  /** The request: an `IncomingMessage` of `node:http`, without its body. */
  readonly incoming: object;

  /**
   * The connection: a `Duplex` of `node:stream`. Nothing has been written to it, not even the status line. Bytes that the
   * client sent after the request are unread in it.
   */
  readonly socket: object;

  /**
   * The headers of the response to send with the status 101, alternating names and values, without `Upgrade` and
   * `Connection`; empty if there are none.
   */
  readonly rawHeaders: readonly string[];

  /**
   * Reports an error of the application, with the request and its route, to `onError` of the server. The connection
   * stays open. It never throws, and can be called after the end.
   */
  readonly report: (error: unknown) => void;
}

/**
 * Takes over a connection: sends the response with the status 101, and uses the connection until it closes it.
 *
 * @returns settles at any time. An exception or a rejection is reported to `onError`, and destroys the connection.
 */
export type TakeConnection = (connection: UpgradedConnection) => Awaitable<void>;
