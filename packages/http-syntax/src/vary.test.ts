import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { splitList } from './list.js';
import { addVary } from './index.js';

describe('addVary', () => {
  it.each([
    ['', 'Origin', 'Origin'],
    [' ,', 'Origin', 'Origin'],
    ['Accept', 'Origin', 'Accept, Origin'],
    ['Accept, Accept-Language', 'Origin', 'Accept, Accept-Language, Origin'],
    ['Origin', 'Origin', 'Origin'],
    ['Accept,origin', 'Origin', 'Accept,origin'],
    ['Accept-Encoding', 'Accept', 'Accept-Encoding, Accept'],
    ['*', 'Origin', '*'],
    ['Accept, *', 'Origin', 'Accept, *'],
    ['Accept', '*', '*'],
  ])('adds to %j the name %s: %j', (value, name, expected) => {
    expect(addVary(value, name)).toBe(expected);
  });

  it('keeps the previous names, adds the new one, and adds it only once', () => {
    fc.assert(
      fc.property(hostile(fc.constantFrom('Accept, Origin', '*'), 'abO, *\t"\\'), (value) => {
        const added = addVary(value, 'Cookie');
        const names = splitList(added);
        expect(names.includes('*') || names.includes('Cookie') || value.includes('"')).toBe(true);
        expect(splitList(value).every((name) => added.includes(name))).toBe(true);
        expect(value.includes('"') ? added : addVary(added, 'cookie')).toBe(added);
      }),
      { numRuns: numRuns() },
    );
  });
});
