import { describe, expect, it } from '@jest/globals';
import { DecodingError } from './compression-error.js';

describe.each([{ type: DecodingError, name: 'DecodingError', isReadable: true }])(
  'the error class $name',
  ({ type, name, isReadable }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/compression/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });

    it('says whether clients can read its text', () => {
      expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(isReadable);
    });
  },
);
