import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { freePort } from '../../../tooling/setup/free-port.js';
import { fromIoredis, fromNodeRedis, type RedisClient, redisPubSub } from '../src/index.js';

it.each<[string, (port: number) => RedisClient]>([
  ['node-redis', (port) => fromNodeRedis(createClient({ socket: { host: '127.0.0.1', port } }))],
  ['ioredis', (port) => fromIoredis(new Redis(port, '127.0.0.1', { lazyConnect: true }))],
])('a subscription through %s says why the bus could not connect', async (_, clientAt) => {
  const bus = redisPubSub(clientAt(await freePort()), { timeout: 2_000 });
  const subscribed = bus.subscribe('a', { message: () => undefined });
  await expect(subscribed).rejects.toMatchObject({
    code: 'PUBSUB_UNAVAILABLE',
    cause: { code: 'ECONNREFUSED' },
  });
  await bus.close();
});
