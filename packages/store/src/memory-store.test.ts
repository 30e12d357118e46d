import { describe, expect, it, jest } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { ExpiryQueue } from './expiry-queue.js';
import { memoryStore } from './index.js';

const MINUTE = 60_000;

describe('memoryStore', () => {
  it('refuses the time of a clock that is not a number: each value would have expired', async () => {
    const store = memoryStore({ now: (() => new Date()) as never });
    await expect(store.set('a', '1', MINUTE)).rejects.toThrow(
      'invalid memoryStore.now: received an instance of Date; expected a function that returns milliseconds, as a number',
    );
    await store.close();
  });

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

  it('counts a step of a counter as a write, including one of 0', async () => {
    const evicted: string[] = [];
    const store = memoryStore({ maxEntries: 2, onEvict: (key) => evicted.push(key) });
    await store.increment('a', 1, MINUTE);
    await store.increment('b', 1, MINUTE);
    await store.increment('a', 0, MINUTE);
    await store.increment('c', 1, MINUTE);
    expect(evicted).toEqual(['b']);
  });

  it('has dropped an entry before it reports its key', async () => {
    const found: unknown[] = [];
    const store = memoryStore({ maxEntries: 1, onEvict: (key) => found.push(store.get(key)) });
    await store.set('a', 'x', MINUTE);
    await store.set('b', 'x', MINUTE);
    expect(await Promise.all(found)).toEqual([null]);
  });

  it('drops an entry at the earlier end that touch gave it, although no call reads it', async () => {
    let time = 0;
    const evicted: string[] = [];
    const onEvict = (key: string) => evicted.push(key);
    const store = memoryStore({ maxEntries: 2, now: () => time, onEvict });
    await store.set('kept', '', MINUTE);
    await store.set('a', '', MINUTE);
    await store.touch('a', 10);
    time = 10;
    await store.set('b', '', MINUTE);
    expect(evicted).toEqual([]);
  });

  it('drops entries at their ends, even after it has forgotten the replaced ends', async () => {
    let time = 0;
    const evicted: string[] = [];
    const onEvict = (key: string) => evicted.push(key);
    const replace = jest.spyOn(ExpiryQueue.prototype, 'replace');
    const store = memoryStore({ maxEntries: 2, now: () => time, onEvict });
    await store.set('a', '', 1_000);
    for (time = 1; replace.mock.calls.length === 0 && time < 500; time++) {
      await store.touch('a', 1_000);
    }
    expect(time).toBe(67);
    replace.mockRestore();
    await store.set('kept', '', MINUTE);
    time += 1_000;
    await store.set('b', '', MINUTE);
    expect(evicted).toEqual([]);
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

  it('keeps few records of the ends of an entry that is extended often, or written and deleted', async () => {
    let time = 0;
    const queues = new Set<ExpiryQueue<unknown>>();
    const add = jest.spyOn(ExpiryQueue.prototype, 'add');
    try {
      const store = memoryStore({ now: () => time });
      await store.set('kept', 'x', MINUTE);
      for (time = 1; time < 500; time++) {
        await store.touch('kept', MINUTE);
        await store.set('deleted', 'x', MINUTE);
        await store.delete('deleted');
      }
      for (const queue of add.mock.contexts) queues.add(queue as ExpiryQueue<unknown>);
    } finally {
      add.mockRestore();
    }
    const sizes = Array.from(queues, ({ size }) => size);
    expect([sizes.length, Math.max(...sizes) <= 2 * 2 + 64]).toEqual([1, true]);
  });

  it('drops the records of a store that was closed', async () => {
    const add = jest.spyOn(ExpiryQueue.prototype, 'add');
    const store = memoryStore();
    await store.set('a', 'x', MINUTE);
    const queue = add.mock.contexts[0] as ExpiryQueue<unknown>;
    add.mockRestore();
    expect(queue.size).toBe(1);
    await store.close();
    expect(queue.size).toBe(0);
  });

  it('keeps the order of writes, in which a read, a refused write and a step of 0 do not count', async () => {
    const evicted: string[] = [];
    const store = memoryStore({ maxEntries: 3, onEvict: (key) => evicted.push(key) });
    await store.set('a', '', MINUTE);
    await store.set('b', '', MINUTE);
    await store.set('c', '', MINUTE);
    await store.get('a');
    await store.compareAndSet('a', 'another', '', MINUTE);
    await store.compareAndSet('a', null, '', MINUTE);
    await store.increment('absent', 0, MINUTE);
    await store.increment('absent', -1, MINUTE);
    expect(evicted).toEqual([]);
    await store.set('b', '', MINUTE);
    for (const key of ['d', 'e', 'f']) await store.set(key, '', MINUTE);
    expect(evicted).toEqual(['a', 'c', 'b']);
  });

  it('drops an entry for good at its end, and counts it among the maximum no more', async () => {
    let time = 0;
    const evicted: string[] = [];
    const store = memoryStore({
      ...{ maxEntries: 2, now: () => time, onEvict: (key: string) => evicted.push(key) },
    });
    await store.increment('a', 1, 10);
    await store.set('b', '', 20);
    time = 20;
    await store.set('c', '', MINUTE);
    await store.set('d', '', MINUTE);
    time = 0;
    expect([evicted, await store.get('b'), await store.increment('a', 0, 10)]).toEqual([
      [],
      null,
      { value: 0, expiresIn: 10 },
    ]);
  });

  it('keeps 100,000 entries by default', async () => {
    const evicted: string[] = [];
    const store = memoryStore({ onEvict: (key) => evicted.push(key) });
    const add = (key: number) => store.increment(String(key), 1, MINUTE);
    await Promise.all(Array.from({ length: 100_000 }, (_, key) => add(key)));
    // Only their number: Jest would need minutes to show a list of many.
    expect(evicted.length).toBe(0);
    await add(100_000);
    expect([evicted.length, evicted[0]]).toEqual([1, '0']);
  });

  it('drops an entry at the end that touch gave it, although no call reads it', async () => {
    let time = 0;
    const evicted: string[] = [];
    const onEvict = (key: string) => evicted.push(key);
    const store = memoryStore({ maxEntries: 2, now: () => time, onEvict });
    await store.set('a', '', 10);
    await store.touch('a', 20);
    time = 10;
    await store.set('b', '', MINUTE);
    time = 20;
    await store.set('c', '', MINUTE);
    expect(evicted).toEqual([]);
  });

  it('has a counter end in 0 ms, not in less, if it ends while it is counted', async () => {
    const times = [0];
    const store = memoryStore({ now: () => (times.length > 1 ? times.shift() : times[0]) ?? 0 });
    await store.increment('a', 1, 10);
    times.splice(0, 1, 9, 11);
    expect(await store.increment('a', 1, 10)).toEqual({ value: 2, expiresIn: 0 });
  });

  it('has the clock of the system by default', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    try {
      const store = memoryStore();
      await store.set('a', '', 10);
      clock.mockReturnValue(1_009);
      expect(await store.get('a')).not.toBeNull();
      clock.mockReturnValue(1_010);
      expect(await store.get('a')).toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  it('drops its entries when it is closed', async () => {
    const store = memoryStore();
    await store.set('a', 'x', MINUTE);
    const clear = jest.spyOn(Map.prototype, 'clear');
    try {
      await store.close();
      expect(clear.mock.contexts).toEqual([new Map()]);
    } finally {
      clear.mockRestore();
    }
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
    expect(() => memoryStore(options as never)).toThrow(OptionError);
    expect(() => memoryStore(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `memoryStore.${option}` }),
    );
  });
});
