import { describe, expect, it } from '@jest/globals';
import { HaltException } from './errors/halt-exception.js';
import { VariantAError } from './variant-a-error.js';

describe.each([
  { type: HaltException, name: 'HaltException' },
  { type: VariantAError, name: 'VariantAError' },
])('the error class $name', ({ type, name }) => {
  it('is recognized by its name, whichever copy of the package created the error', () => {
    const other: unknown = { [Symbol.for(`@mortise/compat-variant-a/${name}`)]: true };
    expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
    expect(type.prototype.name).toBe(name);
  });
});
