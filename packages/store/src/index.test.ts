import { describe, expect, it } from '@jest/globals';
import * as store from './index.js';

describe('@mortise/store', () => {
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
