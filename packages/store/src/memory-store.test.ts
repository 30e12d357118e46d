import { describe, expect, it } from '@jest/globals';
import { memoryStore, StoreOptionError } from './index.js';

const MINUTE = 60_000;

describe('memoryStore', () => {
  it('keeps maxEntries values and counters, and drops the least recently written', async () => {
    const evicted: string[] = [];
    const store = memoryStore({ maxEntries: 3, onEvict: (key) => evicted.push(key) });
    await store.set('a', '1', MINUTE);
    await store.increment('count', 1, MINUTE);
    await store.set('c', '3', MINUTE);
    expect(evicted).toEqual([]);
    await store.touch('a', MINUTE);
    await store.set('d', '4', MINUTE);
    expect([evicted, await store.get('a')]).toMatchObject([
      ['count'],
      { value: expect.anything() },
    ]);
    expect((await store.increment('count', 0, MINUTE)).value).toBe(0);
  });

  it('drops ended entries before live ones, and does not report them', async () => {
    const evicted: string[] = [];
    let time = 0;
    const store = memoryStore({
      maxEntries: 2,
      now: () => time,
      onEvict: (key) => evicted.push(key),
    });
    await store.set('long', '', MINUTE);
    await store.set('short', '', 10);
    time = 10;
    await store.set('new', '', MINUTE);
    expect([evicted, await store.get('long')]).toMatchObject([[], { version: expect.any(String) }]);
  });

  it('expires a value exactly at its time, by its clock', async () => {
    let time = 1_000;
    const store = memoryStore({ now: () => time });
    await store.set('a', 'x', 10);
    time = 1_009;
    expect(await store.get('a')).not.toBeNull();
    time = 1_010;
    expect(await store.get('a')).toBeNull();
  });

  it('does not drop a value at an expiry that touch has replaced', async () => {
    let time = 0;
    const store = memoryStore({ now: () => time });
    await store.set('a', 'x', 10);
    await store.touch('a', 100);
    time = 50;
    await store.set('b', '', 10);
    expect(await store.get('a')).not.toBeNull();
  });

  it('does not drop a value at the expiry of a deleted one that had its key', async () => {
    let time = 0;
    const store = memoryStore({ now: () => time });
    const version = await store.set('a', 'x', 10);
    await store.touch('a', 50);
    await store.delete('a', version);
    await store.set('a', 'y', 100);
    time = 50;
    await store.set('b', '', 10);
    expect(await store.get('a')).not.toBeNull();
  });

  it('refuses a value of more than maxBytes, and accepts one of exactly maxBytes', async () => {
    const store = memoryStore({ maxBytes: 2 });
    await store.set('a', 'é', MINUTE);
    await expect(store.set('a', 'éa', MINUTE)).rejects.toMatchObject({
      code: 'STORE_VALUE_TOO_LARGE',
      value: 3,
    });
  });

  it.each([
    [{ maxEntries: 0 }, 'maxEntries'],
    [{ maxBytes: -1 }, 'maxBytes'],
    [{ now: 5 }, 'now'],
    [{ onEvict: 'x' }, 'onEvict'],
    [{ maxEntrys: 5 }, 'maxEntrys'],
  ])('refuses the options %j', (options, option) => {
    expect(() => memoryStore(options as never)).toThrow(StoreOptionError);
    expect(() => memoryStore(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option }),
    );
  });
});
