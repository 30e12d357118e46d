import { describe, expect, it } from '@jest/globals';
import { OtelError } from './otel-error.js';

describe.each([{ type: OtelError, name: 'OtelError' }])(
  'the error class $name',
  ({ type, name }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/otel/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });
  },
);
