import { describe, expect, it } from '@jest/globals';
import { AuthError, AuthLayerMissingError } from './auth-error.js';
import * as authPackage from './index.js';
import * as jwtEntry from './jwt/index.js';
import { JwtKeysError } from './jwt/jwt-keys-error.js';

it.each([
  ['CREDENTIALS_INVALID', 401, 'the credentials are not valid, or not valid any more'],
  ['CREDENTIALS_MALFORMED', 400, 'the credentials are malformed, or sent several times'],
  ['CREDENTIALS_MISSING', 401, 'the request has no credentials that this resource accepts'],
  ['CREDENTIALS_TOO_LONG', 431, 'the credentials are too long'],
  ['SCOPE_INSUFFICIENT', 403, 'the credentials do not allow this request'],
] as const)('the refusal %s is a %d that says: %s', (code, status, message) => {
  const error = new AuthError(code, ['Bearer', 'Basic realm="a"']);
  expect(error).toMatchObject({ code, status, message });
  expect(error.headers).toEqual({ 'WWW-Authenticate': ['Bearer', 'Basic realm="a"'] });
  expect('cause' in error).toBe(false);
});

it('a refusal without challenges has no headers', () => {
  expect(new AuthError('SCOPE_INSUFFICIENT', []).headers).toEqual({});
});

describe.each([
  { type: AuthError, name: 'AuthError', isReadable: true },
  { type: AuthLayerMissingError, name: 'AuthLayerMissingError', isReadable: true },
  { type: JwtKeysError, name: 'JwtKeysError', isReadable: true },
])('the error class $name', ({ type, name, isReadable }) => {
  it('is recognized by its name, whichever copy of the package created the error', () => {
    const other: unknown = { [Symbol.for(`@mortise/auth/${name}`)]: true };
    expect([other instanceof type, {} instanceof type]).toEqual([true, false]);
    expect(type.prototype.name).toBe(name);
  });

  it('says whether clients can read its text', () => {
    expect(Reflect.get(type.prototype, Symbol.for('@mortise/http-error'))).toBe(isReadable);
  });
});

it('missing keys are an outage, of which one is logged per minute', () => {
  const cause = new Error('x');
  expect(new JwtKeysError(cause)).toMatchObject({
    ...{ code: 'JWT_KEYS_UNAVAILABLE', status: 503, cause },
    [Symbol.for('@mortise/outage')]: true,
  });
});

describe('@mortise/auth', () => {
  it('exports these names', () => {
    expect(Object.keys(authPackage).sort()).toEqual([
      'AuthError',
      'AuthLayerMissingError',
      'CrossOriginProtectionMissingError',
      'USER',
      'anyOf',
      'basicAuth',
      'basicChallenge',
      'bearerAuth',
      'bearerChallenge',
      'equalSecrets',
      'fromCookie',
      'fromHeader',
      'parseAuthorization',
      'parseBasicCredentials',
      'requireScope',
      'userOf',
    ]);
  });

  it('exports these names in /jwt', () => {
    expect(Object.keys(jwtEntry).sort()).toEqual(['JwtKeysError', 'jwks', 'jwtAuth']);
  });
});
