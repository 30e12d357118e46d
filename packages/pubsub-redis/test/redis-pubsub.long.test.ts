import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pubSubCases, pubSubFaultCases } from '@mortise/pubsub-conformance';
import { silentServer } from '../../../tooling/testing/silent-server.js';
import { tcpProxy } from '../../../tooling/testing/tcp-proxy.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { redisPubSub } from '../src/index.js';
import * as scripts from '../src/scripts.js';
import { clients, type ConnectedClient } from './clients.js';

const url = process.env['REDIS_URL'] ?? '';
const onRedis = withService(url !== '', 'the bus on a Redis or Valkey server (set REDIS_URL)');
const onError = () => undefined;
/** Options of a client change names and the address alone. */
const libraries = clients.filter(([name]) => !name.includes(' with '));

onRedis.each(clients)('redisPubSub keeps the contract of a bus, through %s', (_, connect) => {
  let connected: ConnectedClient;
  beforeAll(async () => {
    connected = await connect(url);
  });
  afterAll(() => {
    connected.close();
  });
  const create = () =>
    redisPubSub(connected.client, { timeout: 30_000, checkInterval: 2, onError });
  it.each(pubSubCases(() => ({ bus: create(), other: create() })))('$name', ({ run }) => run());
});

onRedis.each(libraries)(
  'redisPubSub on a server that accepts and does not answer, %s',
  (_, connect) => {
    it('leaves no socket of an attempt to connect', async () => {
      const server = await silentServer(url, 1);
      const connected = await connect(server.url);
      const bus = redisPubSub(connected.client, { timeout: 300, onError });
      await expect(bus.subscribe('a', { message: onError })).rejects.toMatchObject({
        code: 'PUBSUB_UNAVAILABLE',
      });
      await waitFor(() => server.open.size === 1);
      await bus.close();
      connected.close();
      server.close();
    });
  },
);

onRedis.each(clients)('redisPubSub beside another application, through %s', (_, connect) => {
  it.each([
    ['database', (on: URL) => ((on.pathname = '/1'), on), ''],
    ['keyPrefix', (on: URL) => on, 'theirs:'],
  ])('receives nothing from another %s of the server', async (_name, move, keyPrefix) => {
    const opened = [await connect(url), await connect(move(new URL(url)).href, keyPrefix)];
    const prefix = `${crypto.randomUUID()}:`;
    const buses = opened.map(({ client }) => redisPubSub(client, { prefix, timeout: 30_000 }));
    const received: string[] = [];
    for (const [at, bus] of buses.entries())
      await bus.subscribe('a', {
        message: ({ data }) => received.push(`${at} ${new TextDecoder().decode(data)}`),
        gap: () => received.push(`${at} gap`),
      });
    for (const text of ['x', 'y'])
      for (const [at, bus] of buses.entries()) await bus.publish('a', `${text}${at}`, { keep: 9 });
    await waitFor(() => received.length >= 4);
    expect(received.toSorted()).toEqual(['0 x0', '0 y0', '1 x1', '1 y1']);
    for (const bus of buses) await bus.close();
    for (const { close } of opened) close();
  });
});

onRedis('redisPubSub beside another program on its channel', () => {
  it('reports its messages to onError, and receives the others', async () => {
    const connected = await (clients[0] as (typeof clients)[0])[1](url);
    const errors: unknown[] = [];
    const prefix = `${crypto.randomUUID()}:`;
    const bus = redisPubSub(connected.client, { prefix, onError: (error) => errors.push(error) });
    const received: string[] = [];
    await bus.subscribe('a', {
      message: ({ data }) => received.push(new TextDecoder().decode(data)),
      gap: () => received.push('gap'),
    });
    const foreign = ['', 'x', ' ', 'a b c', '1 2 c', '1-1', '1-1 1-1', '-  c', '1-1 1-1x c'];
    for (const text of foreign) await connected.client.send(['PUBLISH', `${prefix}t{:a}`, text]);
    await bus.publish('a', 'own', { keep: 1 });
    await waitFor(() => received.includes('own'));
    expect([received, errors.length]).toEqual([['own'], foreign.length]);
    await bus.close();
    connected.close();
  });
});

onRedis.each(libraries)('redisPubSub in asynchronous contexts, through %s', (_, connect) => {
  it('reports a message that it cannot read in the context in which the bus was made', async () => {
    const context = new AsyncLocalStorage<string>();
    const connected = await connect(url);
    const prefix = `${crypto.randomUUID()}:`;
    const seen: (string | undefined)[] = [];
    const options = { prefix, onError: () => void seen.push(context.getStore()) };
    const bus = context.run('the bus', () => redisPubSub(connected.client, options));
    await context.run('a request', () => bus.subscribe('a', { message: onError }));
    await connected.client.send(['PUBLISH', `${prefix}t{:a}`, 'foreign']);
    await waitFor(() => seen.length > 0);
    expect(seen).toEqual(['the bus']);
    await bus.close();
    connected.close();
  });
});

onRedis.each(libraries)('redisPubSub when its server fails, through %s', (_, connect) => {
  const create = async () => {
    const proxy = await tcpProxy(url);
    const [failing, direct] = [await connect(proxy.url), await connect(url)];
    const prefix = `${crypto.randomUUID()}:`;
    const bus = redisPubSub(failing.client, { prefix, timeout: 1_000, checkInterval: 100 });
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
  const client = {
    ...{ keyPrefix: '', channelPrefix: '' },
    send: () => Promise.resolve(null),
    connect: () => Promise.reject(new Error('-')),
  };

  it.each([
    [{ prefix: 'a{' }, 'prefix'],
    [{ prefix: 'x'.repeat(129) }, 'prefix'],
    [{ timeout: 0 }, 'timeout'],
    [{ historyTtl: 0 }, 'historyTtl'],
    [{ checkInterval: 2 ** 31 }, 'checkInterval'],
    [{ onError: 7 }, 'onError'],
    [{ table: 'a' }, 'table'],
  ])('refuses the options %j', (options, option) => {
    expect(() => redisPubSub(client, options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `redisPubSub.${option}` }),
    );
  });

  it('refuses a client that was not wrapped', () => {
    expect(() => redisPubSub('redis://localhost' as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: 'redisPubSub.client' }),
    );
  });

  it('rejects if the client returns text, and says what to change', async () => {
    const bus = redisPubSub({ ...client, send: () => Promise.resolve('1-1') });
    await expect(bus.publish('a', 'b', { keep: 1 })).rejects.toThrow(
      'unexpected reply: received a string of length 3; expected bytes: send must return bulk strings as Uint8Array or Buffer',
    );
  });

  it('sends the text of a script that the server has lost', async () => {
    const sent: unknown[] = [];
    const bus = redisPubSub({
      ...client,
      send: (args) => {
        sent.push(args.slice(0, 2));
        const isMissing = args[0] === 'EVALSHA';
        return isMissing
          ? Promise.reject(new Error('NOSCRIPT'))
          : Promise.resolve(new Uint8Array());
      },
    });
    await bus.publish('a', 'b');
    expect(sent).toEqual([
      ['EVALSHA', scripts.PUBLISH.sha],
      ['EVAL', scripts.PUBLISH.text],
    ]);
  });

  it.each(Object.entries(scripts))('identifies %s by the SHA-1 of its text', (_, { text, sha }) => {
    expect(sha).toBe(createHash('sha1').update(text).digest('hex'));
  });
});
