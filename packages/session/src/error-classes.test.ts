import { describe, expect, it } from '@jest/globals';
import { SessionError } from './session-error.js';

describe.each([{ type: SessionError, name: 'SessionError', isReadable: true }])(
  'the error class $name',
  ({ type, name, isReadable }) => {
    it('is recognized by its name, whichever copy of the package created the error', () => {
      const other: unknown = { [Symbol.for(`@mortise/session/${name}`)]: true };
      expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
      expect(type.prototype.name).toBe(name);
    });

    it('says whether clients can read its text', () => {
      expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(isReadable);
    });
  },
);

it('only a conflict is an outage, with the status 503', () => {
  const codes = [
    ...(['SESSION_COMMITTED', 'SESSION_INSECURE', 'SESSION_TOO_LARGE'] as const),
    ...(['SESSION_VALUE_INVALID', 'SESSION_CONFLICT'] as const),
  ];
  const statuses = codes.map((code) => new SessionError(code, code).status);
  expect(statuses).toEqual([500, 500, 500, 500, 503]);
});
