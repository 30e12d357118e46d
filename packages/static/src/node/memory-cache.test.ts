import { describe, expect, it } from '@jest/globals';
import { memoryCacheOptions, MemoryCache } from './memory-cache.js';
import { representationOf } from './representation.js';

const representation = representationOf(
  { size: 0, mtimeMs: 0 },
  { contentType: 'a/b', coding: null, strongTags: false, now: 0 },
);
const identity = { dev: 1, ino: 2, ctimeMs: 3 };
const file = (size: number) => ({ representation, bytes: new Uint8Array(size), identity });

describe('MemoryCache', () => {
  it('keeps files up to exactly the total size, and drops the oldest above it', () => {
    // Each file costs 1 KiB besides its bytes.
    const cache = new MemoryCache(memoryCacheOptions({ maxBytes: 3 * 1024 }));
    const known = () => ['a', 'b', 'c'].filter((path) => cache.get(path, 0) !== null);
    cache.set('a', file(512), 0);
    cache.set('b', file(512), 0);
    expect(known()).toEqual(['a', 'b']);
    cache.set('b', file(513), 0);
    expect(known()).toEqual(['b']);
    cache.set('c', file(0), 0);
    expect(known()).toEqual(['b', 'c']);
  });

  it('counts a file once if it is stored again', () => {
    const cache = new MemoryCache(memoryCacheOptions({ maxBytes: 2048 }));
    for (let count = 0; count < 100; count++) cache.set('a', file(1000), 0);
    expect(cache.get('a', 0)).not.toBeNull();
  });

  it('keeps 16 MiB without options, for a second, files of at most 64 KiB', () => {
    const cache = new MemoryCache(memoryCacheOptions({}));
    cache.set('a', file(16 * 1024 * 1024 - 1024), 0);
    // Not the file itself: printing the difference of 16 MiB takes minutes.
    const isKept = (now: number) => cache.get('a', now) !== null;
    expect([isKept(999), isKept(1000)]).toEqual([true, false]);
    cache.set('a', file(16 * 1024 * 1024 - 1023), 0);
    expect(isKept(0)).toBe(false);
    expect(cache.maxFileBytes).toBe(65_536);
  });

  it('reuses a file only for less than the configured time', () => {
    const cache = new MemoryCache(memoryCacheOptions({ revalidateAfter: 10 }));
    cache.set('a', file(1), 5);
    expect([cache.get('a', 14) !== null, cache.get('a', 15)]).toEqual([true, null]);
    expect([cache.get('a', 5) !== null, cache.get('a', 4)]).toEqual([true, null]);
  });

  it('keeps an unchanged file for as long again', () => {
    const cache = new MemoryCache(memoryCacheOptions({ revalidateAfter: 10 }));
    cache.set('a', file(1), 0);
    expect(cache.renew('a', () => ({ ...identity }), 15)?.bytes).toHaveLength(1);
    expect([cache.get('a', 24) !== null, cache.get('a', 25)]).toEqual([true, null]);
  });

  it.each([null, { ...identity, dev: 9 }, { ...identity, ino: 9 }, { ...identity, ctimeMs: 9 }])(
    'drops a file that is now %j',
    (found) => {
      const cache = new MemoryCache(memoryCacheOptions({ revalidateAfter: 10 }));
      cache.set('a', file(1), 0);
      expect(cache.renew('a', () => found, 10)).toBeNull();
      expect(cache.renew('a', () => identity, 10)).toBeNull();
    },
  );

  it('asks for no metadata of a file that it does not keep', () => {
    const never = () => {
      throw new Error('asked');
    };
    expect(new MemoryCache(memoryCacheOptions({})).renew('a', never, 0)).toBeNull();
  });
});
