import { describe, expect, it } from '@jest/globals';
import * as store from './index.js';

describe('@mortise/store', () => {
  it('exports these names', () => {
    expect(Object.keys(store).sort()).toEqual([
      'DEFAULT_MAX_BYTES',
      'MAX_KEY_BYTES',
      'MAX_STEP',
      'MAX_TTL',
      'StoreError',
      'VERSION_LENGTH',
      'checkKey',
      'checkStep',
      'checkTtl',
      'memoryStore',
      'newVersion',
      'valueBytes',
      'withinTimeout',
    ]);
  });

  it('recognizes its errors from another copy of the package', () => {
    const brand = Symbol.for('@mortise/store/StoreError');
    expect([{ [brand]: true } instanceof store.StoreError, {} instanceof store.StoreError]).toEqual(
      [true, false],
    );
  });

  it('creates unique versions of 12 characters', () => {
    const versions = Array.from({ length: 1_000 }, () => store.newVersion());
    expect(new Set(versions).size).toBe(1_000);
    for (const version of versions) expect(version).toMatch(/^[\w-]{12}$/);
  });

  it('creates versions of 64 characters, all as likely at every place', () => {
    const versions = Array.from({ length: 2_000 }, () => store.newVersion());
    for (let place = 0; place < store.VERSION_LENGTH; place++) {
      expect(new Set(versions.map((version) => version[place])).size).toBe(64);
    }
  });
});
