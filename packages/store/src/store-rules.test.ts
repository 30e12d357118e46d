import { describe, expect, it } from '@jest/globals';
import { memoryStore, MAX_TTL } from './index.js';
import { MAX_STEP } from './store-arguments.js';

const refused = (code: string, value?: unknown): unknown =>
  expect.objectContaining({ code, ...(value !== undefined && { value }) });

describe('memoryStore', () => {
  it('stores values by key and version until they expire', async () => {
    let now = 0;
    const store = memoryStore({ now: () => now });
    const version = await store.set('a', 'x', 10);
    expect(version).toHaveLength(12);
    expect(await store.get('a')).toEqual({ version, value: new TextEncoder().encode('x') });
    now = 9;
    expect(await store.touch('a', 10)).toBe(true);
    now = 18;
    expect(await store.get('a')).not.toBeNull();
    now = 19;
    expect([await store.get('a'), await store.touch('a', 10)]).toEqual([null, false]);
  });

  it('writes and deletes only the expected version', async () => {
    const store = memoryStore();
    const first = (await store.compareAndSet('a', null, 'x', 1_000)) ?? '';
    expect(await store.compareAndSet('a', null, 'y', 1_000)).toBeNull();
    const second = (await store.compareAndSet('a', first, 'y', 1_000)) ?? '';
    expect(await store.compareAndSet('a', first, 'z', 1_000)).toBeNull();
    expect([await store.delete('a', first), await store.delete('a', second)]).toEqual([
      false,
      true,
    ]);
    expect([await store.delete('a'), await store.get('a')]).toEqual([false, null]);
    await store.set('a', 'x', 1_000);
    expect(await store.delete('a')).toBe(true);
  });

  it('has no value of the version "": it is neither deleted nor replaced, nor created', async () => {
    const store = memoryStore();
    const version = await store.set('a', 'x', 1_000);
    expect([
      await store.delete('a', ''),
      await store.compareAndSet('a', '', 'y', 1_000),
      await store.compareAndSet('absent', '', 'y', 1_000),
      await store.get('absent'),
    ]).toEqual([false, null, null, null]);
    expect(await store.get('a')).toMatchObject({ version });
  });

  it('gives each write of a key another version, and touch none', async () => {
    const store = memoryStore();
    const versions = [await store.set('a', 'x', 1_000), await store.set('a', 'x', 1_000)];
    await store.touch('a', 2_000);
    const stored = (await store.get('a'))?.version;
    expect([new Set(versions).size, stored]).toEqual([2, versions[1]]);
  });

  it('returns values that the caller can change', async () => {
    const store = memoryStore();
    const given = new Uint8Array([1]);
    await store.set('a', given, 1_000);
    given[0] = 2;
    (await store.get('a'))?.value.fill(3);
    expect((await store.get('a'))?.value).toEqual(new Uint8Array([1]));
  });

  it('counts from 0 until the time of the first step, and never below 0', async () => {
    let now = 0;
    const store = memoryStore({ now: () => now });
    expect(await store.increment('a', 0, 10)).toEqual({ value: 0, expiresIn: 10 });
    expect(await store.increment('a', -1, 10)).toEqual({ value: 0, expiresIn: 10 });
    expect(await store.increment('a', 2, 10)).toEqual({ value: 2, expiresIn: 10 });
    now = 4;
    expect(await store.increment('a', 1, 10)).toEqual({ value: 3, expiresIn: 6 });
    expect(await store.increment('a', -5, 10)).toEqual({ value: 0, expiresIn: 6 });
    now = 10;
    expect(await store.increment('a', 1, 10)).toEqual({ value: 1, expiresIn: 10 });
    expect(await store.get('a')).toBeNull();
  });

  it('rejects every call after it was closed', async () => {
    const store = memoryStore();
    await store.close();
    for (const call of [
      () => store.get('a'),
      () => store.set('a', 'x', 1),
      () => store.compareAndSet('a', null, 'x', 1),
      () => store.delete('a'),
      () => store.touch('a', 1),
      () => store.increment('a', 1, 1),
    ])
      await expect(call()).rejects.toEqual(refused('STORE_UNAVAILABLE'));
  });

  it.each([
    ['maxEntries', { maxEntries: 0 }],
    ['maxBytes', { maxBytes: -1 }],
    ['onEvict', { onEvict: 7 }],
    ['now', { now: 7 }],
    ['ttl', { ttl: 7 }],
  ])('refuses the option %s of %j', (option, options) => {
    expect(() => memoryStore(options as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `memoryStore.${option}` }),
    );
    expect(() => memoryStore({ maxEntries: 1, maxBytes: 0 })).not.toThrow();
  });
});

describe('the arguments of a store', () => {
  const store = memoryStore({ maxBytes: 4 });

  it.each(['a', 'x'.repeat(512), 'é'.repeat(256), '€'.repeat(170), `€€${'x'.repeat(506)}`])(
    'include keys of 512 bytes of UTF-8 (%#)',
    async (key) => {
      expect(await store.get(key)).toBeNull();
    },
  );

  it.each([
    ...['', 'x'.repeat(513), `é${'x'.repeat(511)}`, '€'.repeat(171), 'a\0', '\ud800', 7, null],
  ])('do not include other keys (%#)', async (key) => {
    const given = key as string;
    for (const call of [
      () => store.get(given),
      () => store.set(given, 'x', 1),
      () => store.compareAndSet(given, null, 'x', 1),
      () => store.delete(given),
      () => store.touch(given, 1),
      () => store.increment(given, 1, 1),
    ])
      await expect(call()).rejects.toEqual(refused('STORE_KEY_INVALID', key));
  });

  it.each([0, -1, 1.5, MAX_TTL + 1, NaN, '1'])('do not include the time %p', async (ttl) => {
    const given = ttl as number;
    for (const call of [
      () => store.set('a', 'x', given),
      () => store.compareAndSet('a', null, 'x', given),
      () => store.touch('a', given),
      () => store.increment('a', 1, given),
    ])
      await expect(call()).rejects.toEqual(refused('STORE_TTL_INVALID'));
  });

  it.each([1.5, MAX_STEP + 1, -MAX_STEP - 1, NaN, '1'])(
    'do not include the step %p',
    async (by) => {
      await expect(store.increment('a', by as number, 1)).rejects.toEqual(
        refused('STORE_STEP_INVALID'),
      );
    },
  );

  it('include the longest time and the largest steps', async () => {
    await expect(store.set('a', 'x', MAX_TTL)).resolves.toHaveLength(12);
    expect((await store.increment('b', MAX_STEP, 1_000)).value).toBe(MAX_STEP);
    expect((await store.increment('b', -MAX_STEP, 1_000)).value).toBe(0);
  });

  it.each(['12345', 'ééé', new Uint8Array(5)])('do not include longer values', async (value) => {
    await expect(store.set('a', value, 1)).rejects.toEqual(refused('STORE_VALUE_TOO_LARGE'));
  });

  it('are checked before the version: a value that is too long is refused in any case', async () => {
    await store.set('taken', 'x', 1_000);
    await expect(store.compareAndSet('taken', null, '12345', 1_000)).rejects.toEqual(
      refused('STORE_VALUE_TOO_LARGE'),
    );
  });

  it('include values of 1 MiB by default', async () => {
    const usual = memoryStore();
    await expect(usual.set('a', new Uint8Array(1_048_576), 1)).resolves.toHaveLength(12);
    await expect(usual.set('a', new Uint8Array(1_048_577), 1)).rejects.toEqual(
      refused('STORE_VALUE_TOO_LARGE'),
    );
  });

  it.each(['1234', 'éé', '', new Uint8Array(4)])('include values of the limit', async (value) => {
    await expect(store.set('a', value, 1)).resolves.toHaveLength(12);
  });

  it.each([7, null, [1], new ArrayBuffer(1)])('do not include the value %p', async (value) => {
    await expect(store.set('a', value as never, 1)).rejects.toEqual(refused('STORE_VALUE_INVALID'));
  });
});
