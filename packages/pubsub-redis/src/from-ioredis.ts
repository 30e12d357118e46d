import { prefixOfDatabase, type RedisClient } from './redis-client.js';

/** The members of an ioredis client that a bus uses. */
export interface IoredisClient {
  readonly options?: {
    readonly db?: number | undefined;
    /** The library adds it to keys, but not to channels. */
    readonly keyPrefix?: string | undefined;
  };
  callBuffer(command: string, ...args: (string | Buffer)[]): Promise<unknown>;
  duplicate(options: never): IoredisConnection;
}

/** An ioredis connection for `SUBSCRIBE`. */
export interface IoredisConnection {
  on(event: never, listener: never): unknown;
  connect(): Promise<unknown>;
  subscribe(...channels: string[]): Promise<unknown>;
  unsubscribe(...channels: string[]): Promise<unknown>;
  ping(): Promise<unknown>;
  disconnect(): void;
}

/** Never connects again by itself: the bus does. */
const OPTIONS = {
  lazyConnect: true,
  retryStrategy: null,
  enableOfflineQueue: false,
  autoResubscribe: false,
  // Its timer runs on if the connection was lost before.
  disconnectTimeout: 1,
  keyPrefix: '',
} as never;

/**
 * Uses an ioredis client: it sends the commands, and a copy receives the messages.
 *
 * @param client best with `enableOfflineQueue: false`, so that it fails immediately while there is no connection
 */
export function fromIoredis(client: IoredisClient): RedisClient {
  const { db, keyPrefix = '' } = client.options ?? {};
  return {
    keyPrefix: '',
    channelPrefix: prefixOfDatabase(db) + keyPrefix,
    send: ([command, ...args]) =>
      client.callBuffer(
        String(command),
        ...args.map((arg) => (typeof arg === 'string' ? arg : Buffer.from(arg))),
      ),
    async connect({ message, end }, signal) {
      const connection = client.duplicate(OPTIONS);
      const receive = (channel: Uint8Array, data: Uint8Array): void => {
        message(channel.toString(), Uint8Array.from(data));
      };
      connection.on('messageBuffer' as never, receive as never);
      let failure: unknown;
      // Without a listener the error would end the process; `end` follows.
      connection.on(
        'error' as never,
        ((error: unknown) => {
          failure = error;
        }) as never,
      );
      connection.on('end' as never, end as never);
      signal.addEventListener('abort', () => {
        connection.disconnect();
      });
      try {
        await connection.connect();
      } catch (error) {
        // That of `connect` only says that the connection is closed.
        throw failure ?? error;
      }
      return {
        listen: (channel) => connection.subscribe(channel),
        unlisten: (channel) => connection.unsubscribe(channel),
        ping: () => connection.ping(),
        close: () => {
          connection.disconnect();
        },
      };
    },
  };
}
