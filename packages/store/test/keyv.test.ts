import { describe, expect, it } from '@jest/globals';
import Keyv from 'keyv';
import { memoryStore } from '../src/index.js';
import { keyvStorage } from './keyv-storage.js';

describe('a Keyv over a store', () => {
  const open = (now = () => 0) => {
    const store = memoryStore({ now });
    return { store, keyv: new Keyv({ store: keyvStorage(store), throwOnErrors: true }) };
  };

  it('keeps, replaces and deletes values', async () => {
    const { keyv } = open();
    expect(await keyv.get('a')).toBeUndefined();
    await keyv.set('a', { title: 'Emma', tags: ['é'] });
    expect(await keyv.get('a')).toEqual({ title: 'Emma', tags: ['é'] });
    await keyv.set('a', 2);
    expect([await keyv.get('a'), await keyv.has('a'), await keyv.has('b')]).toEqual([
      2,
      true,
      false,
    ]);
    expect([await keyv.delete('a'), await keyv.delete('a'), await keyv.get('a')]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('separates namespaces', async () => {
    const { store } = open();
    const [a, b] = ['a', 'b'].map(
      (namespace) => new Keyv({ store: keyvStorage(store), namespace, throwOnErrors: true }),
    );
    await a?.set('key', 1);
    expect([await a?.get('key'), await b?.get('key')]).toEqual([1, undefined]);
  });

  it('expires a value on the server when its ttl has passed', async () => {
    const clock = { time: 0 };
    const { keyv } = open(() => clock.time);
    await keyv.set('a', 1, 60_000);
    expect(await keyv.get('a')).toBe(1);
    // The store's clock alone: that of Keyv has not passed the end.
    clock.time = 60_000;
    expect(await keyv.get('a')).toBeUndefined();
  });

  it('reports that it cannot be cleared', async () => {
    await expect(open().keyv.clear()).rejects.toThrow('a store does not list its keys');
  });

  it('rejects with the error of a store that is down', async () => {
    const { store, keyv } = open();
    await store.close();
    await expect(keyv.get('a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('loses concurrent updates, unlike the store itself', async () => {
    const { store, keyv } = open();
    const add = async () => keyv.set('count', ((await keyv.get<number>('count')) ?? 0) + 1);
    await Promise.all(Array.from({ length: 10 }, add));
    expect(await keyv.get('count')).toBeLessThan(10);
    await Promise.all(Array.from({ length: 10 }, () => store.increment('count', 1, 60_000)));
    expect((await store.increment('count', 0, 60_000)).value).toBe(10);
  });
});
