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

  it('takes a time that does not depend on where two secrets differ', () => {
    const secret = 'x'.repeat(200_000);
    const early = `y${secret.slice(1)}`;
    const late = `${secret.slice(1)}y`;
    const least = { early: Infinity, late: Infinity };
    for (let tried = 0; tried < 20; tried++) {
      least.early = Math.min(least.early, timeOf(early, secret));
      least.late = Math.min(least.late, timeOf(late, secret));
    }
    expect(least.early / least.late).toBeGreaterThan(0.3);
    expect(least.early / least.late).toBeLessThan(3);
  });
});

function timeOf(received: string, secret: string): number {
  const before = performance.now();
  equalSecrets(received, secret);
  return performance.now() - before;
}
