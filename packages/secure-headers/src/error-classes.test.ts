import { describe, expect, it } from '@jest/globals';
import { SecureHeadersError } from './secure-headers-error.js';

describe.each([{ type: SecureHeadersError, name: 'SecureHeadersError' }])(
  'the error class $name',
  ({ type, name }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/secure-headers/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });
  },
);
