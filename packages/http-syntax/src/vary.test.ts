import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numRuns } from '../../../tooling/properties/num-runs.js';
import { hostile } from '../test/properties.js';
import { splitList } from './list.js';
import { addVary } from './index.js';

describe('addVary', () => {
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
