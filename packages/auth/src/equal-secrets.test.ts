import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { equalSecrets } from './index.js';

describe('equalSecrets', () => {
  it.each([
    ['open sesame', 'open sesame', true],
    ['open sesame', 'open sesamE', false],
    ['open sesam', 'open sesame', false],
    ['open sesame!', 'open sesame', false],
    ['aa', 'a', false],
    ['a', 'aa', false],
    ['abab', 'ab', false],
    ['', 'a', false],
    ['\u00e9', '\u00e9', true],
    ['\u00e9', 'e\u0301', false],
    ['\0', 'a', false],
  ])('compares %j with %j: %p', (received, secret, expected) => {
    expect(equalSecrets(received, secret)).toBe(expected);
  });

  it('compares bytes with text as UTF-8', () => {
    expect(equalSecrets(Uint8Array.of(0xc3, 0xa9), '\u00e9')).toBe(true);
    expect(equalSecrets('\u00e9', Uint8Array.of(0xc3, 0xa9))).toBe(true);
    expect(equalSecrets(Uint8Array.of(0xe9), '\u00e9')).toBe(false);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a list of its bytes', [97, 98]],
    ['an object with a length', { length: 2, 0: 97, 1: 98 }],
    ['text with an unpaired surrogate', 'ab\ud800'],
  ])('finds no secret equal to %s, as a client can send it', (_name, received) => {
    for (const secret of ['ab', 'ab\ufffd'])
      expect(equalSecrets(received as string, secret)).toBe(false);
  });

  it.each([undefined, null, ['a'], 'a\ud800'])('refuses %j as the expected secret', (secret) => {
    expect(() => equalSecrets('a', secret as string)).toThrow(
      expect.objectContaining({ option: 'equalSecrets.secret' }),
    );
  });

  it('finds nothing equal to a secret that is empty', () => {
    expect([
      equalSecrets('', ''),
      equalSecrets('a', ''),
      equalSecrets('', new Uint8Array()),
    ]).toEqual([false, false, false]);
  });

  it('is equality of bytes, for any secret that is not empty', () => {
    const bytes = fc.uint8Array({ maxLength: 6, max: 2 });
    fc.assert(
      fc.property(bytes, fc.uint8Array({ minLength: 1, maxLength: 6, max: 2 }), (a, b) => {
        expect(equalSecrets(a, b)).toBe(Buffer.from(a).equals(Buffer.from(b)));
      }),
      { numRuns: numRuns() },
    );
  });

  it('reads as many bytes of both wherever they differ', () => {
    const secret = 'xxxx';
    const reads = ['yxxx', 'xxxy', 'xxxx'].map((received) => {
      const [a, b] = [countingReads(received), countingReads(secret)];
      equalSecrets(a.bytes, b.bytes);
      return [a.reads(), b.reads()];
    });
    expect(reads).toEqual([
      [4, 4],
      [4, 4],
      [4, 4],
    ]);
  });
});

/** The bytes of a text, and how often one of them was read. */
function countingReads(text: string): { bytes: Uint8Array; reads: () => number } {
  let reads = 0;
  const bytes = new Proxy(Buffer.from(text), {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, target) as unknown;
    },
  });
  return { bytes, reads: () => reads };
}
