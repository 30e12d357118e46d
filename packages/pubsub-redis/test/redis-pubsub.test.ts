import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pubSubCases, pubSubFaultCases } from '@mortise/pubsub-conformance';
import { tcpProxy } from '../../../tooling/testing/tcp-proxy.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { redisPubSub } from '../src/index.js';
import * as scripts from '../src/scripts.js';
import { clients, type ConnectedClient } from './clients.js';

const url = process.env['REDIS_URL'] ?? '';
const onRedis = withService(url !== '', 'the bus on a Redis or Valkey server (set REDIS_URL)');
const onError = () => undefined;

onRedis.each(clients)('redisPubSub keeps the contract of a bus, through %s', (_, connect) => {
  let connected: ConnectedClient;
  beforeAll(async () => {
    connected = await connect(url);
  });
  afterAll(() => {
    connected.close();
  });
  const create = () => redisPubSub(connected.client, { timeout: 30_000, onError });
  it.each(pubSubCases(() => ({ bus: create(), other: create() })))('$name', ({ run }) => run());
});

onRedis.each(clients)('redisPubSub when its server fails, through %s', (_, connect) => {
  const create = async () => {
    const proxy = await tcpProxy(url);
    const [failing, direct] = [await connect(proxy.url), await connect(url)];
    const prefix = `${crypto.randomUUID()}:`;
    const bus = redisPubSub(failing.client, { prefix, timeout: 500, checkInterval: 100 });
    const other = redisPubSub(direct.client, { prefix, timeout: 30_000 });
    return {
      ...{ bus, other, ...proxy },
      loseAll: async (topic: string) => {
        await direct.client.send(['DEL', `${prefix}t{:${topic}}`]);
      },
      loseLast: async (topic: string) => {
        const stream = `${prefix}t{:${topic}}`;
        const newest = await direct.client.send(['XREVRANGE', stream, '+', '-', 'COUNT', '1']);
        const [[id]] = newest as [[Uint8Array]];
        await direct.client.send(['XDEL', stream, id]);
      },
      close: async () => {
        await bus.close();
        await other.close();
        for (const { close } of [failing, direct]) close();
        await proxy.close();
      },
    };
  };
  it.each(pubSubFaultCases(create))('$name', ({ run }) => run());
});

describe('redisPubSub', () => {
  it.each(Object.entries(scripts))('identifies %s by the SHA-1 of its text', (_, { text, sha }) => {
    expect(sha).toBe(createHash('sha1').update(text).digest('hex'));
  });
});
