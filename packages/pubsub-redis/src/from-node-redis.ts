import { prefixOfDatabase, type RedisClient } from './redis-client.js';

/** The members of a node-redis client (the package `redis`, version 5 or later) that a bus uses. */
export interface NodeRedisClient {
  readonly options?: {
    readonly database?: number | undefined;
    /** The library adds it to keys in its own methods, but not in `sendCommand`. */
    readonly keyPrefix?: Buffer | string | undefined;
    /** Its address, if there is no URL. */
    readonly socket?: object | undefined;
  };
  withTypeMapping(mapping: never): { sendCommand(args: never): Promise<unknown> };
  duplicate(options: never): NodeRedisConnection;
}

/** A node-redis connection for `SUBSCRIBE`. */
export interface NodeRedisConnection {
  on(event: 'error' | 'end', listener: () => void): unknown;
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: never, bufferMode: never): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  ping(): Promise<unknown>;
  destroy(): void;
}

/** RESP's type of texts, `$`, as bytes: `RESP_TYPES.BLOB_STRING` of the package. */
const AS_BYTES = { 36: Buffer } as never;

/**
 * Uses a node-redis client: it sends the commands, and a copy receives the messages.
 *
 * @param client connected; best with `disableOfflineQueue`, so that it fails immediately while there is no connection
 */
export function fromNodeRedis(client: NodeRedisClient): RedisClient {
  const commands = client.withTypeMapping(AS_BYTES);
  const { database, keyPrefix = '', socket } = client.options ?? {};
  return {
    keyPrefix: String(keyPrefix),
    channelPrefix: prefixOfDatabase(database),
    send: (args) =>
      commands.sendCommand(
        args.map((arg) => (typeof arg === 'string' ? arg : Buffer.from(arg))) as never,
      ),
    async connect({ message, end }, signal) {
      const connection = client.duplicate({
        socket: { ...socket, reconnectStrategy: false },
        disableOfflineQueue: true,
      } as never);
      connection.on('error', end);
      connection.on('end', end);
      // One for all: the library would call each listener of a channel that is subscribed to again.
      const receive = (data: Uint8Array, channel: Uint8Array): void => {
        message(channel.toString(), Uint8Array.from(data));
      };
      signal.addEventListener('abort', () => {
        connection.destroy();
      });
      await connection.connect();
      return {
        listen: (channel) => connection.subscribe(channel, receive as never, true as never),
        unlisten: (channel) => connection.unsubscribe(channel),
        ping: () => connection.ping(),
        close: () => {
          connection.destroy();
        },
      };
    },
  };
}
