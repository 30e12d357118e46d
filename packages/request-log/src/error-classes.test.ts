import { describe, expect, it } from '@jest/globals';
import { RequestLogError } from './request-log-error.js';

describe.each([{ type: RequestLogError, name: 'RequestLogError' }])(
  'the error class $name',
  ({ type, name }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/request-log/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });
  },
);
