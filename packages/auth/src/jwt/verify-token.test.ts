import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Jwk } from './index.js';
import { keysOfSet, type KeyFinder, secretKeys } from './key-finder.js';
import { type TokenRules, verifyToken } from './verify-token.js';

/** Those of RFC 7515 A.1.1, in seconds. */
const EXPIRES = 1_300_819_380;
const PAYLOAD =
  'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
const NO_AUDIENCE = 'ERR_JWT_CLAIM_VALIDATION_FAILED of "aud"';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const WRONG_SIGNATURE = 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED';

const hs256 = Buffer.from(
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  'base64url',
);
const rs256: Jwk = {
  kty: 'RSA',
  n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
  e: 'AQAB',
};
const es256: Jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
const ed25519: Jwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};

// The claims of the RFCs have no audience: the token is refused for that after its signature was verified.
describe.each<[string, string, string, KeyFinder]>([
  [
    'RFC 7515 A.1, HS256, which is that of RFC 7519 3.1',
    'HS256',
    `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${PAYLOAD}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
    secretKeys([hs256]),
  ],
  [
    'RFC 7515 A.2, RS256',
    'RS256',
    `eyJhbGciOiJSUzI1NiJ9.${PAYLOAD}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw`,
    keysOfSet({ keys: [rs256] }),
  ],
  [
    'RFC 7515 A.3, ES256',
    'ES256',
    `eyJhbGciOiJFUzI1NiJ9.${PAYLOAD}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`,
    keysOfSet({ keys: [es256] }),
  ],
])('the token of %s', (_, algorithm, token, find) => {
  it('has a valid signature', async () => {
    expect(await reasonOf(token, algorithm, find)).toBe(NO_AUDIENCE);
  });

  it('has an invalid signature if a character of any part is changed', async () => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const changed = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    const wrongPayload = [header, changed(payload), signature].join('.');
    const wrongSignature = [header, payload, changed(signature)].join('.');
    expect(await reasonOf(wrongPayload, algorithm, find)).toBe(WRONG_SIGNATURE);
    expect(await reasonOf(wrongSignature, algorithm, find)).toBe(WRONG_SIGNATURE);
  });

  it('is refused if its algorithm is not allowed', async () => {
    const other = algorithm === 'RS256' ? 'PS256' : 'RS256';
    expect(await reasonOf(token, other, find)).toBe('malformed, or its algorithm is not allowed');
  });
});

it('the text that RFC 8037 A.4 signs is verified, and is not a claims set', async () => {
  const token =
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg';
  const find = keysOfSet({ keys: [ed25519] });
  expect(await reasonOf(token, 'EdDSA', find)).toBe('ERR_JWT_INVALID');
});

it.each([
  ['of RFC 7519 6.1, which is not signed', `eyJhbGciOiJub25lIn0.${PAYLOAD}.`],
  [
    'of RFC 7515 E, which has an unknown critical header',
    'eyJhbGciOiJub25lIiwNCiAiY3JpdCI6WyJodHRwOi8vZXhhbXBsZS5jb20vVU5ERUZJTkVEIl0sDQogImh0dHA6Ly9leGFtcGxlLmNvbS9VTkRFRklORUQiOnRydWUNCn0.RkFJTA.',
  ],
])('the token %s is refused', async (_, token) => {
  expect(await reasonOf(token, 'HS256', secretKeys([hs256]))).toBe(
    'malformed, or its algorithm is not allowed',
  );
});

/** Why a token is refused, one second before it expires. */
async function reasonOf(token: string, algorithm: string, find: KeyFinder): Promise<string> {
  const rules: TokenRules = {
    ...{ algorithms: [algorithm], issuer: ['joe'], audience: ['api'] },
    ...{ typ: null, clockTolerance: 0 },
  };
  const result = await verifyToken(token, find, rules, (EXPIRES - 1) * 1_000);
  return result.kind === 'valid' ? 'valid' : result.cause.message.replace('token refused: ', '');
}

describe('a token signed with a secret', () => {
  const secret = Buffer.alloc(32, 7);
  const rules: TokenRules = {
    ...{ algorithms: ['HS256'], issuer: ['i'], audience: ['a'] },
    ...{ typ: null, clockTolerance: 0 },
  };
  const tokenOf = (payload: string) => {
    const parts = ['{"alg":"HS256"}', payload].map((part) =>
      Buffer.from(part).toString('base64url'),
    );
    return signedBy(parts.join('.'));
  };
  const signedBy = (text: string): string =>
    `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  const kindOf = async (token: string) =>
    (await verifyToken(token, secretKeys([secret]), rules, 0)).kind;

  it.each([
    ['{"iss":"i","aud":"a","exp":60}', 'valid'],
    ['{"iss":"i","aud":"a","exp":8640000000000}', 'valid'],
    ['{"iss":"i","aud":"a","exp":1e300}', 'refused'],
    ['{"iss":"i","aud":"a","exp":1e999}', 'refused'],
    ['{"iss":"i","aud":"a","exp":60,"iat":-1e999}', 'refused'],
    ['{"iss":"i","aud":"a","exp":60,"nbf":-1e999}', 'refused'],
  ])('has only dates that are finite: %s is %s', async (payload, kind) => {
    expect(await kindOf(tokenOf(payload))).toBe(kind);
  });

  it('has one form: a last character with other unused bits is refused', async () => {
    const token = tokenOf('{"iss":"i","aud":"a","exp":60}');
    const at = ALPHABET.indexOf(token.slice(-1));
    const other = `${token.slice(0, -1)}${ALPHABET.charAt(at + 1)}`;
    const signature = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url');
    expect(signature(other)).toEqual(signature(token));
    expect([await kindOf(token), await kindOf(other)]).toEqual(['valid', 'refused']);
  });

  it('has one form of its header and payload too, even if another was signed', async () => {
    const twisted = (part: string): string => {
      const at = ALPHABET.indexOf(part.slice(-1));
      return part.slice(0, -1) + ALPHABET.charAt(at + 1);
    };
    const kinds: string[] = [];
    for (const more of ['', '1', '11', '111']) {
      const [header, payload] = [
        `{"alg":"HS256","x":"${more}"}`,
        `{"iss":"i","aud":"a","exp":60,"x":"${more}ÿþ~~~?"}`,
      ].map((part) => Buffer.from(part).toString('base64url')) as [string, string];
      const signed = (first: string, second: string) => kindOf(signedBy(`${first}.${second}`));
      expect(await signed(header, payload)).toBe('valid');
      if (header.length % 4 > 0) kinds.push(await signed(twisted(header), payload));
      if (payload.length % 4 > 0) kinds.push(await signed(header, twisted(payload)));
      const standard = payload.replaceAll('-', '+').replaceAll('_', '/');
      if (standard !== payload) kinds.push(await signed(header, standard));
      kinds.push(await signed(`${header}=`, payload), await signed(header, `${payload}=`));
    }
    expect(new Set(kinds)).toEqual(new Set(['refused']));
    expect(kinds.length).toBeGreaterThan(12);
  });
});
