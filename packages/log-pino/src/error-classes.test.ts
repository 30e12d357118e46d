import { describe, expect, it } from '@jest/globals';
import { LogPinoError } from './log-pino-error.js';

describe.each([{ type: LogPinoError, name: 'LogPinoError' }])(
  'the error class $name',
  ({ type, name }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/log-pino/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });
  },
);
