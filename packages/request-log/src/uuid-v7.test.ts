import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { uuidV7 } from './uuid-v7.js';

describe('uuidV7', () => {
  it('writes the example of RFC 9562 A.6', () => {
    // rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F; the bits of version and variant are ours.
    const random = () => Uint8Array.of(0xcc, 0x30, 0x08, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f);
    const [head, tail] = [uuidV7({ now: () => 0x017f22e279b0, random }), '-dc0c0c07398f'];
    expect(head).toBe(`017f22e2-79b0-7cc3-88c4${tail}`);
  });

  it('has the time, the version and the variant in their places, whatever is random', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 - 1 }), bytes, (now, random) => {
        const id = uuidV7({ now: () => now, random: () => random });
        expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(now);
      }),
      { numRuns: numRuns() },
    );
  });
});
