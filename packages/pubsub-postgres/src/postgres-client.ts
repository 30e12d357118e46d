import type { ConnectionEvents, LiveConnection } from '@mortise/pubsub';

/**
 * Runs one statement on the server, through any client library.
 *
 * @param sql with parameters `$1`, `$2`, ...
 * @param parameters text, numbers and bytes
 * @returns the rows as objects by column: `bytea` as bytes
 */
export type Query = (
  sql: string,
  parameters: (string | number | Uint8Array)[],
) => PromiseLike<readonly object[]>;

/** How a bus uses a client library. {@link fromPg} and {@link fromPglite} create it. */
export interface PostgresClient {
  readonly query: Query;

  /**
   * Opens a connection for `LISTEN`, which does not reconnect by itself: to the server, never through a pooler that
   * shares connections between transactions.
   *
   * @param signal aborts when the attempt took too long: its socket is no longer needed
   */
  connect(events: ConnectionEvents<string>, signal: AbortSignal): PromiseLike<LiveConnection>;
}
