import { describe, expect, it, jest } from '@jest/globals';
import * as crypto from 'node:crypto';
import { sha256Of } from './sha256.js';

const TEXT = 'p'.repeat(32);
const { createHash } = crypto;
const EXPECTED = createHash('sha256').update(TEXT).digest('base64url');
const platformWith = (module: Pick<typeof crypto, 'createHash'> | undefined) => ({
  process: { getBuiltinModule: () => module },
});

describe('the digest of a token', () => {
  it('is known at once with the functions of Node, old and new', () => {
    expect(sha256Of(platformWith(crypto))(TEXT)).toBe(EXPECTED);
    expect(sha256Of(platformWith({ createHash }))(TEXT)).toBe(EXPECTED);
  });

  it('is a promise of the same without them', async () => {
    for (const platform of [{}, { process: {} }, platformWith(undefined)]) {
      const digest = sha256Of(platform)(TEXT);
      expect(digest).toBeInstanceOf(Promise);
      expect(await digest).toBe(EXPECTED);
    }
  });

  it('asks the platform for its module once, when the first digest is needed', () => {
    const getBuiltinModule = jest.fn(() => crypto);
    const sha256 = sha256Of({ process: { getBuiltinModule } });
    expect(getBuiltinModule).not.toHaveBeenCalled();
    sha256('a');
    sha256('b');
    expect(getBuiltinModule).toHaveBeenCalledTimes(1);
  });
});
