import { describe, expect, it } from '@jest/globals';
import { MetricsError } from './metrics-error.js';

describe.each([{ type: MetricsError, name: 'MetricsError' }])(
  'the error class $name',
  ({ type, name }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/metrics/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });
  },
);
