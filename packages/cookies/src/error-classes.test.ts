import { describe, expect, it } from '@jest/globals';
import { CookieError } from './cookie-error.js';

describe.each([{ type: CookieError, name: 'CookieError', isReadable: true }])(
  'the error class $name',
  ({ type, name, isReadable }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/cookies/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });

    it('says whether clients can read its text', () => {
      expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(isReadable);
    });
  },
);
