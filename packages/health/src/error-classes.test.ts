import { describe, expect, it } from '@jest/globals';
import { HealthCheckError } from './index.js';

describe.each([{ type: HealthCheckError, name: 'HealthCheckError' }])(
  'the error class $name',
  ({ type, name }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/health/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });
  },
);
