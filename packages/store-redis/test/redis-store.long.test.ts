import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StoreInterface } from '@mortise/store';
import { storeCases, storeFaultCases } from '@mortise/store-conformance';
import { tcpProxy } from '../../../tooling/testing/tcp-proxy.js';
import { withService } from '../../../tooling/testing/with-service.js';
import { redisStore, type SendCommand } from '../src/index.js';
import * as scripts from '../src/scripts.js';
import { clients } from './clients.js';

const url = process.env['REDIS_URL'] ?? '';
const onRedis = withService(url !== '', 'the store on a Redis or Valkey server (set REDIS_URL)');

onRedis.each(clients)('redisStore keeps the contract of a store, through %s', (_, connect) => {
  let send: SendCommand;
  let close: () => void;
  beforeAll(async () => {
    ({ send, close } = await connect(url));
  });
  afterAll(() => {
    close();
  });

  it.each(storeCases(() => redisStore((args) => send(args), { timeout: 30_000 })))(
    '$name',
    ({ run }) => run(),
  );

  it('returns values that stay the same if the client reuses the memory of its replies', async () => {
    let reply: unknown;
    const store = redisStore(async (args) => (reply = await send(args)));
    const key = crypto.randomUUID();
    await store.set(key, 'abc', 60_000);
    const stored = await store.get(key);
    (reply as Uint8Array).fill(0);
    expect(new TextDecoder().decode(stored?.value)).toBe('abc');
  });

  it('separates stores with different prefixes', async () => {
    const stores = ['a:', 'b:'].map((prefix) => redisStore(send, { prefix }));
    const key = crypto.randomUUID();
    await stores[0]?.set(key, 'x', 60_000);
    expect(await stores[1]?.get(key)).toBeNull();
  });

  it('loads its scripts again if the server has dropped them', async () => {
    const store = redisStore(send);
    const key = crypto.randomUUID();
    await store.increment(key, 1, 60_000);
    await send(['SCRIPT', 'FLUSH']);
    expect((await store.increment(key, 1, 60_000)).value).toBe(2);
  });

  it('leaves no key without an expiry on the server', async () => {
    const prefix = `${crypto.randomUUID()}:`;
    const store = redisStore(send, { prefix });
    await useEveryMethod(store);
    const keys = (await send(['KEYS', `${prefix}*`])) as Uint8Array[];
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(Number(await send(['PTTL', key]))).toBeGreaterThan(0);
  });

  it('runs as a user of the server with the commands of the README alone', async () => {
    const user = `test-${crypto.randomUUID()}`;
    const rights = [...commandsOfReadme(), ...ofClients].map((command) => `+${command}`);
    await send(['ACL', 'SETUSER', user, 'on', '>password', '~*', '-@all', ...rights]);
    const restricted = await connect(
      Object.assign(new URL(url), { username: user, password: 'password' }).href,
    );
    try {
      await useEveryMethod(redisStore(restricted.send, { prefix: `${user}:` }));
      await expect(restricted.send(['KEYS', '*'])).rejects.toThrow('NOPERM');
    } finally {
      restricted.close();
      await send(['ACL', 'DELUSER', user]);
    }
  });
});

onRedis.each(clients)('redisStore when its server fails, through %s', (_, connect) => {
  const create = async () => {
    const proxy = await tcpProxy(url);
    const { send, close } = await connect(proxy.url);
    return {
      ...proxy,
      store: redisStore(send, { timeout: 1_000 }),
      restart: async () => {
        await send(['SCRIPT', 'FLUSH']);
        proxy.cut();
      },
      close: async () => {
        close();
        await proxy.close();
      },
    };
  };
  it.each(storeFaultCases(create))('$name', ({ run }) => run());
});

describe('redisStore', () => {
  it('rejects if the client returns text for a value, and says what to change', async () => {
    const store = redisStore(() => Promise.resolve('some text of the server'));
    await expect(store.get('a')).rejects.toThrow(
      'unexpected reply: received a string of length 23; expected bytes: send must return bulk strings as Uint8Array or Buffer',
    );
  });

  it('rejects if a call of the client never settles', async () => {
    const store = redisStore(() => new Promise(() => undefined), { timeout: 5 });
    await expect(store.increment('a', 1, 1_000)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      status: 503,
    });
  });

  it.each([
    [{ timeout: 0 }, 'timeout'],
    [{ maxBytes: -1 }, 'maxBytes'],
    [{ prefix: 7 }, 'prefix'],
    [{ prefix: 'x'.repeat(129) }, 'prefix'],
    [{ ttl: 7 }, 'ttl'],
  ])('refuses the options %j', (options, option) => {
    expect(() => redisStore(() => Promise.resolve(null), options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `redisStore.${option}` }),
    );
  });

  it.each(Object.entries(scripts))('identifies %s by the SHA-1 of its text', (_, { text, sha }) => {
    expect(sha).toBe(createHash('sha1').update(text).digest('hex'));
  });
});

/** What the client libraries send themselves when they connect. */
const ofClients = ['auth', 'hello', 'info', 'client'];

function commandsOfReadme(): readonly string[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  return /The commands are `([A-Z ]+)`/.exec(readme)?.[1]?.toLowerCase().split(' ') ?? [];
}

async function useEveryMethod(store: StoreInterface): Promise<void> {
  const first = await store.set('a', 'x', 60_000);
  await store.compareAndSet('a', first, 'y', 60_000);
  await store.delete('b');
  await store.delete('b', first);
  await store.get('a');
  await store.touch('a', 60_000);
  await store.increment('a', 1, 60_000);
  await store.increment('a', -5, 60_000);
}
