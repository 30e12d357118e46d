import { expect, it } from '@jest/globals';
import { AuthError } from './auth-error.js';
import { JwtKeysError } from './jwt/jwt-keys-error.js';

it.each([
  ['CREDENTIALS_INVALID', 401, 'The credentials are invalid or have expired.'],
  ['CREDENTIALS_MALFORMED', 400, 'The credentials are malformed, or were sent more than once.'],
  ['CREDENTIALS_MISSING', 401, 'The request has no credentials that this resource accepts.'],
  ['CREDENTIALS_TOO_LONG', 431, 'The credentials are too long.'],
  ['SCOPE_INSUFFICIENT', 403, 'The credentials do not allow this request.'],
] as const)('the refusal %s is a %d that says: %s', (code, status, message) => {
  const error = new AuthError(code, ['Bearer', 'Basic realm="a"']);
  expect(error).toMatchObject({ code, status, message });
  expect(error.headers).toEqual({ 'WWW-Authenticate': ['Bearer', 'Basic realm="a"'] });
  expect('cause' in error).toBe(false);
});

it('a refusal without challenges has no headers', () => {
  expect(new AuthError('SCOPE_INSUFFICIENT', []).headers).toEqual({});
});

it('missing keys are an outage, of which one is logged per minute', () => {
  const cause = new Error('x');
  expect(new JwtKeysError(cause)).toMatchObject({
    ...{ code: 'JWT_KEYS_UNAVAILABLE', status: 503, cause },
    [Symbol.for('@mortise/outage')]: true,
  });
});
