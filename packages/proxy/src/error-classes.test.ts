import { describe, expect, it } from '@jest/globals';
import { ProxyError } from './index.js';

describe.each([{ type: ProxyError, name: 'ProxyError' }])(
  'the error class $name',
  ({ type, name }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/proxy/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });
  },
);
