import { describe, expect, it } from '@jest/globals';
import { keepOptions, KeptFiles } from './kept-files.js';
import { representationOf } from './representation.js';

const representation = representationOf(
  { size: 0, mtimeMs: 0 },
  { contentType: 'a/b', coding: null, strongTags: false, now: 0 },
);
const identity = { dev: 1, ino: 2, ctimeMs: 3 };
const file = (size: number) => ({ representation, bytes: new Uint8Array(size), identity });

describe('KeptFiles', () => {
  it('keeps files up to exactly the total size, and drops the oldest above it', () => {
    // Each file costs 1 KiB besides its bytes.
    const kept = new KeptFiles(keepOptions({ maxBytes: 3 * 1024 }));
    const known = () => ['a', 'b', 'c'].filter((path) => kept.get(path, 0) !== null);
    kept.keep('a', file(512), 0);
    kept.keep('b', file(512), 0);
    expect(known()).toEqual(['a', 'b']);
    kept.keep('b', file(513), 0);
    expect(known()).toEqual(['b']);
    kept.keep('c', file(0), 0);
    expect(known()).toEqual(['b', 'c']);
  });

  it('counts a file once if it is stored again', () => {
    const kept = new KeptFiles(keepOptions({ maxBytes: 2048 }));
    for (let count = 0; count < 100; count++) kept.keep('a', file(1000), 0);
    expect(kept.get('a', 0)).not.toBeNull();
  });

  it('keeps 16 MiB without options, for a second, files of at most 64 KiB', () => {
    const kept = new KeptFiles(keepOptions({}));
    kept.keep('a', file(16 * 1024 * 1024 - 1024), 0);
    // Not the file itself: printing the difference of 16 MiB takes minutes.
    const isKept = (now: number) => kept.get('a', now) !== null;
    expect([isKept(999), isKept(1000)]).toEqual([true, false]);
    kept.keep('a', file(16 * 1024 * 1024 - 1023), 0);
    expect(isKept(0)).toBe(false);
    expect(kept.maxFileBytes).toBe(65_536);
  });

  it('reuses a file only for less than the configured time', () => {
    const kept = new KeptFiles(keepOptions({ recheckAfter: 10 }));
    kept.keep('a', file(1), 5);
    expect([kept.get('a', 14) !== null, kept.get('a', 15)]).toEqual([true, null]);
    expect([kept.get('a', 5) !== null, kept.get('a', 4)]).toEqual([true, null]);
  });

  it('keeps an unchanged file for as long again', () => {
    const kept = new KeptFiles(keepOptions({ recheckAfter: 10 }));
    kept.keep('a', file(1), 0);
    expect(kept.renew('a', () => ({ ...identity }), 15)?.bytes).toHaveLength(1);
    expect([kept.get('a', 24) !== null, kept.get('a', 25)]).toEqual([true, null]);
  });

  it.each([null, { ...identity, dev: 9 }, { ...identity, ino: 9 }, { ...identity, ctimeMs: 9 }])(
    'drops a file that is now %j',
    (found) => {
      const kept = new KeptFiles(keepOptions({ recheckAfter: 10 }));
      kept.keep('a', file(1), 0);
      expect(kept.renew('a', () => found, 10)).toBeNull();
      expect(kept.renew('a', () => identity, 10)).toBeNull();
    },
  );

  it('asks for no metadata of a file that it does not keep', () => {
    const never = () => {
      throw new Error('asked');
    };
    expect(new KeptFiles(keepOptions({})).renew('a', never, 0)).toBeNull();
  });
});
