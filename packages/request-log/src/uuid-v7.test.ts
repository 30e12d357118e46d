import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { uuidV7 } from './uuid-v7.js';

describe('uuidV7', () => {
  it('writes the example of RFC 9562 A.6', () => {
    const randomUUID = () => '00000000-0000-4cc3-98c4-dc0c0c07398f';
    expect(uuidV7({ now: () => 0x017f22e279b0, randomUUID })).toBe(
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    );
  });

  it('omits the fraction of a millisecond', () => {
    const randomUUID = () => '00000000-0000-4cc3-98c4-dc0c0c07398f';
    expect(uuidV7({ now: () => 0x017f22e279b0 + 0.75, randomUUID })).toBe(
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    );
  });

  it('has the time, the version and the variant at their positions, for any random bytes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 - 1 }), fc.uuid({ version: 4 }), (now, random) => {
        const id = uuidV7({ now: () => now, randomUUID: () => random });
        expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(now);
        expect(id.slice(15)).toBe(random.slice(15));
      }),
      { numRuns: numRuns() },
    );
  });
});
