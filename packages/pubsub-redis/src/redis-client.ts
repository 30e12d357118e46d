import type { ConnectionEvents, LiveConnection } from '@mortise/pubsub';

/** How a bus uses a client library. {@link fromNodeRedis} and {@link fromIoredis} create it. */
export interface RedisClient {
  /** Prefixes every key and channel; `''` if the client adds its own prefix to keys. */
  readonly keyPrefix: string;

  /**
   * Prefixes every channel as well: all databases of a server share their channels. `''` for database 0 with a client
   * that adds no prefix to keys.
   */
  readonly channelPrefix: string;

  /**
   * Sends one command to the server.
   *
   * @param args the command's name and arguments
   * @returns the reply: bulk strings as bytes (never as text), integers as numbers, nil as `null`
   */
  send(args: readonly (string | Uint8Array)[]): PromiseLike<unknown>;

  /**
   * Opens a connection for `SUBSCRIBE`, which does not reconnect by itself.
   *
   * @param signal aborts when the attempt took too long: its socket is no longer needed
   */
  connect(events: ConnectionEvents<Uint8Array>, signal: AbortSignal): PromiseLike<LiveConnection>;
}

/** What a database's channels begin with. @param number the database number; default 0, whose channels have no prefix */
export function prefixOfDatabase(number = 0): string {
  return number === 0 ? '' : `db${number}:`;
}
