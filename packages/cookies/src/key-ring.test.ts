import { describe, expect, it, jest } from '@jest/globals';
import { checkKeyRing, importedKeys, type KeyRing } from './key-ring.js';
import { signValue, verifyValue } from './sealed-value.js';

const [first, second] = ['a'.repeat(32), new Uint8Array(32).fill(7)] as const;

describe('a ring of keys', () => {
  it('is imported once, in its order, and again as another array', async () => {
    const importKey = jest.spyOn(crypto.subtle, 'importKey');
    try {
      const ring: KeyRing = [first, second];
      const keys = await importedKeys(ring);
      expect(keys).toHaveLength(2);
      expect(await importedKeys(ring)).toBe(keys);
      expect(importKey).toHaveBeenCalledTimes(2);
      expect(await importedKeys([...ring])).not.toBe(keys);
      expect(importKey).toHaveBeenCalledTimes(4);
    } finally {
      importKey.mockRestore();
    }
  });

  it('has keys that cannot be read from memory, and only derive others', async () => {
    const [key] = await importedKeys([first]);
    expect(key).toMatchObject({ extractable: false, usages: ['deriveKey'], type: 'secret' });
  });

  it('has the same key as text and as its bytes, and keeps it if the array changes later', async () => {
    const bytes = new TextEncoder().encode(first);
    const ring: KeyRing = [bytes];
    await importedKeys(ring);
    bytes.fill(0);
    expect(await verifyValue([first], 'a', await signValue(ring, 'a', 'x'))).toBe('x');
  });

  it('cannot be changed after it was checked or used, because a removed key would still verify', async () => {
    const [checked, used]: [string[], string[]] = [[first], [first]];
    checkKeyRing(checked);
    await signValue(used, 'a', 'x');
    for (const ring of [checked, used])
      expect(() => ring.unshift('b'.repeat(32))).toThrow(TypeError);
  });

  it.each<[string, unknown, string]>([
    ['no keys', [], 'keys'],
    ['one key', first, 'keys'],
    ['the bytes of one key', second, 'keys'],
    ['31 bytes', [first, second.subarray(1)], 'keys[1]'],
    ['31 characters', ['a'.repeat(31)], 'keys[0]'],
    ['a number', [first, 7], 'keys[1]'],
    ['nothing', undefined, 'keys'],
  ])('is refused with %s, even when it is first used', async (_name, ring, option) => {
    const refusal = expect.objectContaining({ code: 'OPTION_INVALID', option });
    expect(() => {
      checkKeyRing(ring as KeyRing);
    }).toThrow(refusal);
    if (Array.isArray(ring)) {
      await expect(signValue(ring as KeyRing, 'a', 'x')).rejects.toEqual(refusal);
    }
  });

  it('has keys of 32 bytes, even of 16 characters of two bytes each', () => {
    expect(() => {
      checkKeyRing(['é'.repeat(16), second]);
    }).not.toThrow();
  });
});
