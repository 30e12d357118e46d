import { Redis } from 'ioredis';
import { createClient, type RedisClientOptions } from 'redis';
import { fromIoredis, fromNodeRedis, type RedisClient } from '../src/index.js';

/** A connected client. */
export interface ConnectedClient {
  readonly client: RedisClient;
  readonly close: () => void;
}

/** The client libraries that the bus is tested with, configured as the README says. */
export const clients: readonly (readonly [
  name: string,
  connect: (url: string, keyPrefix?: string) => Promise<ConnectedClient>,
])[] = [
  ['node-redis', connectNodeRedis],
  ['node-redis with a socket', connectNodeRedisBySocket],
  ['node-redis with a keyPrefix', (url, own = '') => connectNodeRedis(url, `of-the-client:${own}`)],
  ['ioredis', connectIoredis],
  ['ioredis with a keyPrefix', (url, own = '') => connectIoredis(url, `of-the-client:${own}`)],
];

function connectNodeRedis(url: string, keyPrefix = ''): Promise<ConnectedClient> {
  return connectedNodeRedis({ url, keyPrefix });
}

/** The address as options, in place of a URL. */
function connectNodeRedisBySocket(url: string, keyPrefix = ''): Promise<ConnectedClient> {
  const { hostname: host, port, pathname, password } = new URL(url);
  const database = Number(pathname.slice(1));
  const socket = { host, port: Number(port) };
  return connectedNodeRedis({ socket, password, database, keyPrefix });
}

async function connectedNodeRedis(options: RedisClientOptions): Promise<ConnectedClient> {
  const client = createClient({ ...options, disableOfflineQueue: true });
  client.on('error', () => undefined);
  await client.connect();
  return {
    client: fromNodeRedis(client),
    close: () => {
      client.destroy();
    },
  };
}

async function connectIoredis(url: string, keyPrefix = ''): Promise<ConnectedClient> {
  const client = new Redis(url, {
    lazyConnect: true,
    keyPrefix,
    maxRetriesPerRequest: 1,
    // Its timer runs on if the connection was lost before: it would keep the process of the test for 2 s.
    disconnectTimeout: 1,
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    client: fromIoredis(client),
    close: () => {
      client.disconnect();
    },
  };
}
