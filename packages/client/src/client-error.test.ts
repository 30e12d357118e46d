import { expect, it } from '@jest/globals';
import { ClientError } from './client-error.js';

it('a ClientError is recognized by its name, whichever copy of the package created it', () => {
  const other: unknown = { [Symbol.for('@mortise/client/ClientError')]: true };
  expect([other instanceof ClientError, {} instanceof ClientError]).toEqual([true, false]);
  expect(ClientError.prototype.name).toBe('ClientError');
});

it('a ClientError has its code, its operation in the message, and its cause', () => {
  const cause = new Error('cut');
  const error = new ClientError('RESPONSE_UNREADABLE', 'GET /', 'no JSON', { cause });
  expect([error.code, error.message, error.cause]).toEqual([
    'RESPONSE_UNREADABLE',
    'GET /: no JSON',
    cause,
  ]);
});
