import { expect, it } from '@jest/globals';
import { SessionError } from './session-error.js';

it('only a conflict is an outage, with the status 503', () => {
  const codes = [
    ...(['SESSION_COMMITTED', 'SESSION_INSECURE', 'SESSION_TOO_LARGE'] as const),
    ...(['SESSION_VALUE_INVALID', 'SESSION_CONFLICT'] as const),
  ];
  const statuses = codes.map((code) => new SessionError(code, code).status);
  expect(statuses).toEqual([500, 500, 500, 500, 503]);
});
