import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { jwtAuth } from './index.js';

const issuer = 'https://issuer.example';
const audience = 'https://api.example';
const SECRET = 's'.repeat(64);
const key = { kty: 'RSA', n: 'A'.repeat(342), e: 'AQAB' };
const hs = { issuer, audience, keys: [SECRET], algorithms: ['HS256'] };
const rs = { issuer, audience, keys: { keys: [key] }, algorithms: ['RS256'] };

describe('the options of jwtAuth', () => {
  it.each([
    [{ ...hs, algorithms: undefined }, 'algorithms'],
    [{ ...hs, algorithms: [] }, 'algorithms'],
    [{ ...hs, algorithms: 'HS256' }, 'algorithms'],
    [{ ...hs, algorithms: ['HS256', 'none'] }, 'algorithms[1]'],
    [{ ...hs, algorithms: ['HS256', 'RS256'] }, 'algorithms[1]'],
    [{ ...hs, algorithms: ['hs256'] }, 'algorithms[0]'],
    [{ ...rs, algorithms: ['HS256'] }, 'algorithms[0]'],
    [{ ...rs, algorithms: ['none'] }, 'algorithms[0]'],
    [{ ...rs, algorithms: ['RSA-OAEP'] }, 'algorithms[0]'],
    [{ ...rs, algorithms: ['ES256', 'EdDSA'] }, 'algorithms'],
    [{ ...rs, keys: { keys: [{ ...key, alg: 'RS512' }] } }, 'algorithms'],
    [{ ...rs, keys: { keys: [{ kty: 'EC', crv: 'P-256' }] }, algorithms: ['ES384'] }, 'algorithms'],
    [{ ...hs, issuer: undefined }, 'issuer'],
    [{ ...hs, issuer: '' }, 'issuer'],
    [{ ...hs, issuer: [] }, 'issuer'],
    [{ ...hs, issuer: [issuer, ''] }, 'issuer'],
    [{ ...hs, issuer: /x/ }, 'issuer'],
    [{ ...hs, audience: undefined }, 'audience'],
    [{ ...hs, audience: ['a', 7] }, 'audience'],
    [{ ...hs, audience: '' }, 'audience'],
    [{ ...hs, typ: '' }, 'typ'],
    [{ ...hs, typ: 7 }, 'typ'],
    [{ ...hs, clockTolerance: -1 }, 'clockTolerance'],
    [{ ...hs, clockTolerance: 601 }, 'clockTolerance'],
    [{ ...hs, clockTolerance: '1 minute' }, 'clockTolerance'],
    [{ ...hs, realm: 'a\r\nb' }, 'realm'],
    [{ ...hs, verify: 7 }, 'verify'],
    [{ ...hs, scopes: 'scp' }, 'scopes'],
    [{ ...hs, now: NaN }, 'now'],
    [{ ...hs, secret: SECRET }, 'secret'],
    [{ ...hs, secrets: [SECRET] }, 'secrets'],
    [{ ...hs, keys: [] }, 'keys'],
    [{ ...hs, keys: [SECRET, 's'.repeat(31)] }, 'keys[1]'],
    [{ ...hs, keys: ['\u00e9'.repeat(15)] }, 'keys[0]'],
    [{ ...hs, keys: [new Uint8Array(31)] }, 'keys[0]'],
    [{ ...hs, keys: [{ kty: 'oct', k: SECRET }] }, 'keys[0]'],
    [{ ...hs, algorithms: ['HS384'], keys: ['s'.repeat(47)] }, 'keys[0]'],
    [{ ...hs, algorithms: ['HS256', 'HS512'], keys: ['s'.repeat(63)] }, 'keys[0]'],
    [{ ...rs, keys: undefined }, 'keys'],
    [{ ...rs, keys: SECRET }, 'keys'],
    [{ ...rs, keys: Buffer.from(SECRET) }, 'keys'],
    [{ ...rs, keys: key }, 'keys'],
    [{ ...rs, keys: { keys: [] } }, 'keys'],
    [{ ...rs, keys: { keys: [null] } }, 'keys'],
    [{ ...rs, keys: { keys: [{}] } }, 'keys'],
    [{ ...rs, keys: { keys: [key, {}] } }, 'keys'],
    [{ ...rs, keys: { keys: Array(101).fill(key) } }, 'keys'],
    [{ ...rs, keys: { keys: [key, { ...key, d: SECRET }] } }, 'keys.keys[1]'],
    [{ ...rs, keys: { keys: [{ kty: 'oct', k: SECRET }] } }, 'keys.keys[0]'],
    [{ ...rs, keys: { keys: [{ ...key, n: 'A'.repeat(341) }] } }, 'keys.keys[0].n'],
    [{ ...rs, keys: { keys: [{ kty: 'RSA' }] } }, 'keys.keys[0].n'],
    [{ ...rs, keys: { getKeys: () => null } }, 'keys'],
  ])('refuse %j', (options, option) => {
    const create = () => jwtAuth(options as never);
    expect(create).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `jwtAuth.${option}` }),
    );
    // Neither the message nor the value of the error contains a key.
    expect(thrownBy(create)).not.toMatch(/s{8}|115, 115|73 73|\u00e9\u00e9/);
  });

  it('say how long a secret must be', () => {
    expect(() => jwtAuth({ ...hs, keys: ['s'.repeat(31)] } as never)).toThrow(
      'invalid jwtAuth.keys[0]: received "31 bytes"; expected a string or Uint8Array of at least 32 bytes: run openssl rand -base64 32',
    );
  });

  it.each([
    { ...hs, keys: ['s'.repeat(32)] },
    { ...hs, keys: ['\u00e9'.repeat(16)] },
    { ...hs, algorithms: ['HS384'], keys: ['s'.repeat(48)] },
    { ...hs, algorithms: ['HS512'], keys: ['s'.repeat(64)] },
    { ...hs, clockTolerance: 0 },
    { ...hs, clockTolerance: 600 },
    { ...rs, keys: { keys: Array(100).fill(key) } },
    { ...rs, algorithms: ['ES256', 'PS512'] },
    { ...rs, keys: { keys: [{ ...key, alg: 'RS256' }] } },
    { ...rs, keys: { keys: [{ kty: 'EC', crv: 'P-521' }] }, algorithms: ['ES512'] },
    { ...rs, keys: { keys: [{ kty: 'OKP', crv: 'Ed25519' }] }, algorithms: ['EdDSA'] },
    { ...rs, keys: { keys: [{ kty: 'OKP', crv: 'Ed25519' }] }, algorithms: ['Ed25519'] },
  ])('accept %j', (options) => {
    expect(() => jwtAuth(options as never)).not.toThrow();
  });
});

function thrownBy(create: () => unknown): string {
  try {
    create();
    return '';
  } catch (error) {
    return inspect(error, { depth: 9 });
  }
}
