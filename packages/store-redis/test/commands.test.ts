import { describe, expect, it } from '@jest/globals';
import type { StoreInterface } from '@mortise/store';
import { redisStore } from '../src/index.js';
import { COMPARE_AND_DELETE, COMPARE_AND_SET, INCREMENT, type Script } from '../src/scripts.js';

type Command = readonly (string | Uint8Array)[];

const MISSING = new Error('NOSCRIPT No matching script.');

const calls: readonly (readonly [
  string,
  (store: StoreInterface) => Promise<unknown>,
  Script,
  (string | Uint8Array)[],
])[] = [
  [
    'compareAndSet of an absent key',
    (store) => store.compareAndSet('a', null, 'x', 5),
    COMPARE_AND_SET,
    ['mortise:v:a', '', expect.any(Uint8Array) as never, '5'],
  ],
  [
    'compareAndSet over a version',
    (store) => store.compareAndSet('a', 'old', 'x', 5),
    COMPARE_AND_SET,
    ['mortise:v:a', 'old', expect.any(Uint8Array) as never, '5'],
  ],
  [
    'delete of a version',
    (store) => store.delete('a', 'old'),
    COMPARE_AND_DELETE,
    ['mortise:v:a', 'old'],
  ],
  [
    'delete of a version "", which no value has',
    (store) => store.delete('a', ''),
    COMPARE_AND_DELETE,
    ['mortise:v:a', ''],
  ],
  ['increment', (store) => store.increment('a', -2, 5), INCREMENT, ['mortise:c:a', '-2', '5']],
];

describe('a script for redisStore', () => {
  it.each(calls)(
    'is sent by its text, with the same arguments, if the server has lost it: %s',
    async (_, call, { sha, text }, args) => {
      const sent: Command[] = [];
      const store = redisStore((command) => {
        sent.push(command);
        return command[0] === 'EVALSHA' ? Promise.reject(MISSING) : Promise.resolve([1, 1]);
      });
      await call(store);
      expect(sent).toEqual([
        ['EVALSHA', sha, '1', ...args],
        ['EVAL', text, '1', ...args],
      ]);
    },
  );

  it.each(calls)('that the server has is sent once: %s', async (_, call) => {
    const sent: Command[] = [];
    const store = redisStore((command) => {
      sent.push(command);
      return Promise.resolve([1, 1]);
    });
    await call(store);
    expect(sent.map(([name]) => name)).toEqual(['EVALSHA']);
  });

  it('is lost only if the server says so with an error', async () => {
    const sent: unknown[] = [];
    const store = redisStore(([name]) => {
      sent.push(name);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the subject
      return Promise.reject({ message: 'NOSCRIPT of something else' });
    });
    await expect(store.increment('a', 1, 5)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(sent).toEqual(['EVALSHA']);
  });

  it('has one timeout, even if it is sent twice', async () => {
    const store = redisStore(
      ([name]) => (name === 'EVALSHA' ? Promise.reject(MISSING) : new Promise(() => undefined)),
      { timeout: 5 },
    );
    await expect(store.increment('a', 1, 5)).rejects.toThrow(
      'the store did not respond within 5 ms',
    );
  });
});

describe('the commands of redisStore', () => {
  it.each<[string, (store: StoreInterface) => Promise<unknown>, unknown[]]>([
    ['get', (store) => store.get('a'), ['GET', 'p:v:a']],
    [
      'set',
      (store) => store.set('a', 'x', 5),
      ['SET', 'p:v:a', expect.objectContaining({ length: 13 }), 'PX', '5'],
    ],
    ['delete', (store) => store.delete('a'), ['DEL', 'p:v:a']],
    ['touch', (store) => store.touch('a', 5), ['PEXPIRE', 'p:v:a', '5']],
  ])('for %s are one', async (_, call, command) => {
    const sent: Command[] = [];
    const store = redisStore(
      (args) => {
        sent.push(args);
        return Promise.resolve(null);
      },
      { prefix: 'p:' },
    );
    await call(store);
    expect(sent).toEqual([command]);
  });

  it('begin a value with its version', async () => {
    const sent: Command[] = [];
    const store = redisStore((args) => {
      sent.push(args);
      return Promise.resolve(null);
    });
    const version = await store.set('a', Uint8Array.of(0, 255), 5);
    expect(sent[0]?.[2]).toEqual(Uint8Array.from([...new TextEncoder().encode(version), 0, 255]));
  });

  it.each<[string, (store: StoreInterface) => Promise<unknown>]>([
    ['a key', (store) => store.get('')],
    ['a key to delete', (store) => store.delete('')],
    ['a key to count', (store) => store.increment('', 1, 5)],
    ['a time', (store) => store.touch('a', 0)],
    ['a time to count', (store) => store.increment('a', 1, 0)],
    ['a step', (store) => store.increment('a', 0.5, 5)],
    ['a value', (store) => store.set('a', 7 as never, 5)],
    ['a time of a value', (store) => store.compareAndSet('a', null, 'x', 0)],
  ])('are not sent for %s that is refused', async (_, call) => {
    let sent = 0;
    const store = redisStore(() => Promise.resolve(++sent));
    await expect(call(store)).rejects.toMatchObject({ status: 500 });
    expect(sent).toBe(0);
  });

  it('are not sent for a write over an empty version, nor after close', async () => {
    let sent = 0;
    const store = redisStore(() => Promise.resolve(++sent));
    expect(await store.compareAndSet('a', '', 'x', 5)).toBeNull();
    await store.close();
    await expect(store.get('a')).rejects.toThrow('the store is closed');
    const written = store.compareAndSet('a', '', 'x', 5);
    await expect(written).rejects.toThrow('the store is closed');
    await expect(store.increment('a', 1, 5)).rejects.toThrow('the store is closed');
    expect(sent).toBe(0);
  });

  it.each([0, 2, null, '0', 'OK'])('did nothing if the reply is %j', async (reply) => {
    const store = redisStore(() => Promise.resolve(reply));
    expect([
      await store.delete('a'),
      await store.delete('a', 'old'),
      await store.touch('a', 5),
      await store.compareAndSet('a', null, 'x', 5),
    ]).toEqual([false, false, false, null]);
  });
});
