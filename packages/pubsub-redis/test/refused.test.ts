import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { fromIoredis, fromNodeRedis, type RedisClient, redisPubSub } from '../src/index.js';

/** A port that no server listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it.each<[string, (port: number) => RedisClient]>([
  ['node-redis', (port) => fromNodeRedis(createClient({ socket: { host: '127.0.0.1', port } }))],
  ['ioredis', (port) => fromIoredis(new Redis(port, '127.0.0.1', { lazyConnect: true }))],
])('a subscription through %s says why the bus could not connect', async (_, clientAt) => {
  const bus = redisPubSub(clientAt(await freePort()), { timeout: 300 });
  const subscribed = bus.subscribe('a', { message: () => undefined });
  await expect(subscribed).rejects.toMatchObject({
    code: 'PUBSUB_UNAVAILABLE',
    cause: { code: 'ECONNREFUSED' },
  });
  await bus.close();
});
