import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AttributeKey } from '@mortise/http-message';
import { expectTypeOf } from 'expect-type';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestWith, respond, seen } from '../../test/respond.js';
import {
  AUDIENCE,
  claims,
  hmac,
  ISSUER,
  NOW,
  SECRET,
  type Signer,
  signer,
  unsigned,
} from '../../test/tokens.js';
import { requireScope, USER, userOf } from '../index.js';
import {
  type Jwk,
  jwtAuth,
  type JwtClaims,
  type JwtAuthOptions,
  type JwtKeySource,
} from './index.js';

interface User {
  readonly name: string;
}

const CLIENT: AttributeKey<User> = 'app.client';
const CLAIMS: AttributeKey<JwtClaims> = 'app.claims';
const base = { issuer: ISSUER, audience: AUDIENCE, now: () => NOW };
const secrets: Omit<JwtAuthOptions, 'user'> = { ...base, keys: [SECRET], algorithms: ['HS256'] };
const INVALID = { status: 401, code: 'CREDENTIALS_INVALID' };
const SECONDS = NOW / 1_000;

let rsa: Signer;
let other: Signer;
beforeAll(async () => {
  rsa = await signer('RS256', 'one');
  other = await signer('RS256', 'two');
});

describe.each(implementations)('jwtAuth with %s', (_, factories) => {
  const outcome = async (options: JwtAuthOptions, token: string) =>
    respond(factories, [jwtAuth(options)], requestWith(factories, `Bearer ${token}`));
  const answer = (options: JwtAuthOptions, token: string) =>
    seen(factories, jwtAuth(options), `Bearer ${token}`);

  it('passes a request with a valid token, with its claims as the user', async () => {
    const { request } = await outcome({ ...secrets, user: CLAIMS }, await hmac());
    expect(request?.getAttribute(CLAIMS)).toEqual(claims);
  });

  it('copies its secrets, so that the application can overwrite them', async () => {
    const secret = new TextEncoder().encode(SECRET);
    const layer = jwtAuth({ ...secrets, keys: [secret], user: CLAIMS });
    secret.fill(0);
    const request = requestWith(factories, `Bearer ${await hmac()}`);
    expect((await respond(factories, [layer], request)).error).toBeNull();
  });

  it('passes the user that verify returns for the claims', async () => {
    const given: unknown[] = [];
    const layer = jwtAuth({
      ...{ ...secrets, user: CLIENT },
      verify: (request, verified) => {
        given.push(request, verified);
        return { name: String(verified.sub) };
      },
    });
    const request = requestWith(factories, `Bearer ${await hmac()}`);
    const inner = await respond(factories, [layer], request);
    expect(given).toEqual([request, claims]);
    expect(inner.request?.getAttribute(CLIENT)).toEqual({ name: 'ada' });
  });

  it.each([null, undefined, false] as const)(
    'refuses a valid token if verify returns %p',
    async (result) => {
      const layer = jwtAuth({ ...secrets, verify: () => Promise.resolve(result) });
      expect(await seen(factories, layer, `Bearer ${await hmac()}`)).toMatchObject(INVALID);
    },
  );

  it('fails with the error of verify', async () => {
    const error = new Error('the database is down');
    const layer = jwtAuth({ ...secrets, verify: () => Promise.reject(error) });
    expect(await seen(factories, layer, `Bearer ${await hmac()}`)).toBe(error);
  });

  it('refuses a request without a token, and a malformed one', async () => {
    const layer = jwtAuth({ ...secrets, realm: 'api' });
    expect(await seen(factories, layer)).toEqual({
      ...{ status: 401, code: 'CREDENTIALS_MISSING', challenges: ['Bearer realm="api"'] },
    });
    expect(await seen(factories, layer, 'Bearer a b')).toEqual({
      ...{ status: 400, code: 'CREDENTIALS_MALFORMED' },
      challenges: ['Bearer realm="api", error="invalid_request"'],
    });
    expect(await seen(factories, layer, 'Bearer a')).toEqual({
      ...{ ...INVALID, challenges: ['Bearer realm="api", error="invalid_token"'] },
    });
  });

  it.each<[string, object, string]>([
    ['another issuer', { iss: 'https://evil.example' }, '"iss"'],
    ['an issuer that starts like the right one', { iss: `${ISSUER}.evil.example` }, '"iss"'],
    ['no issuer', { iss: undefined }, '"iss"'],
    ['a list of issuers', { iss: [ISSUER] }, '"iss"'],
    ['another audience', { aud: 'https://other.example' }, '"aud"'],
    ['an empty list of audiences', { aud: [] }, '"aud"'],
    ['no audience', { aud: undefined }, '"aud"'],
    ['an audience that is a number beside the right one', { aud: [AUDIENCE, 1] }, '"aud"'],
    ['no expiry', { exp: undefined }, '"exp"'],
    ['an expiry that is null', { exp: null }, '"exp"'],
    ['an expiry that is text', { exp: '1900000000' }, '"exp"'],
    ['an expiry 60 seconds ago', { exp: SECONDS - 60 }, '"exp"'],
    ['a start in 61 seconds', { nbf: SECONDS + 61 }, '"nbf"'],
    ['a start that is text', { nbf: 'now' }, '"nbf"'],
    ['an issuing time that is text', { iat: 'now' }, '"iat"'],
    ['a subject that is a number', { sub: 7 }, '"sub"'],
    ['an id that is an object', { jti: {} }, '"jti"'],
  ])('refuses a token with %s', async (_name, changes, claim) => {
    const { error } = await outcome(secrets, await hmac(changes));
    const message = expect.stringContaining(claim);
    expect(error).toMatchObject({ ...INVALID, cause: { message } });
  });

  it.each<[string, object]>([
    ['an expiry 59 seconds ago', { exp: SECONDS - 59 }],
    ['a start in 60 seconds', { nbf: SECONDS + 60 }],
    ['several audiences, one of which is right', { aud: ['https://other.example', AUDIENCE] }],
    ['an issuing time in the future', { iat: SECONDS + 3_600 }],
    ['claims of prototypes', { ['__proto__']: 1, constructor: 2 }],
  ])('accepts a token with %s', async (_name, changes) => {
    expect(await answer(secrets, await hmac(changes))).toBe('passed');
  });

  it('accepts one of several issuers and audiences', async () => {
    const options = { ...secrets, issuer: ['a', ISSUER], audience: ['b', AUDIENCE] };
    expect(await answer(options, await hmac())).toBe('passed');
    expect(await answer(options, await hmac({ iss: 'a', aud: 'b' }))).toBe('passed');
    expect(await answer(options, await hmac({ iss: 'b', aud: 'a' }))).toMatchObject(INVALID);
  });

  it('tolerates clocks that differ by as many seconds as configured', async () => {
    const strict = { ...secrets, clockTolerance: 0 };
    expect(await answer(strict, await hmac({ exp: SECONDS + 1 }))).toBe('passed');
    expect(await answer(strict, await hmac({ exp: SECONDS }))).toMatchObject(INVALID);
    const lenient = { ...secrets, clockTolerance: 600 };
    expect(await answer(lenient, await hmac({ exp: SECONDS - 599 }))).toBe('passed');
  });

  it.each([
    ['at+jwt', 'at+jwt', 'passed'],
    ['application/at+jwt', 'at+jwt', 'passed'],
    ['AT+JWT', 'at+jwt', 'passed'],
    ['JWT', 'at+jwt', 'refused'],
    [undefined, 'at+jwt', 'refused'],
    ['logout+jwt', undefined, 'passed'],
  ])('with the typ %p, if %p is required, a token is %s', async (typ, required, expected) => {
    const header = typ === undefined ? {} : { typ };
    const options = required === undefined ? secrets : { ...secrets, typ: required };
    const result = await answer(options, await hmac({}, header));
    expect(result === 'passed' ? 'passed' : 'refused').toBe(expected);
  });

  it('accepts the secrets of a list, the newest first, whatever the kid', async () => {
    const old = 'o'.repeat(32);
    const options = { ...secrets, keys: [SECRET, new TextEncoder().encode(old)] };
    const none = await hmac({}, {}, 'n'.repeat(32));
    expect(await answer(options, await hmac({}, { kid: 'x' }))).toBe('passed');
    expect(await answer(options, await hmac({}, {}, old))).toBe('passed');
    expect(await answer(options, none)).toMatchObject(INVALID);
  });

  it.each(['HS384', 'HS512'] as const)('verifies %s', async (alg) => {
    const options = { ...secrets, algorithms: [alg] };
    expect(await answer(options, await hmac({}, { alg }))).toBe('passed');
    expect(await answer(options, await hmac())).toMatchObject(INVALID);
  });

  it.each(['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const)(
    'verifies %s with the public keys of a set',
    async (alg) => {
      const { jwk, sign } = await signer(alg);
      const options = { ...base, keys: { keys: [rsa.jwk, jwk] }, algorithms: [alg] };
      expect(await answer(options, await sign())).toBe('passed');
      const stranger = await signer(alg, 'stranger');
      expect(await answer(options, await stranger.sign({}, { kid: undefined }))).toMatchObject(
        INVALID,
      );
    },
  );

  it('selects the key by kid; a token without one can have any of the set', async () => {
    const options = {
      ...base,
      keys: { keys: [rsa.jwk, other.jwk] },
      algorithms: ['RS256' as const],
    };
    expect(await answer(options, await other.sign())).toBe('passed');
    expect(await answer(options, await other.sign({}, { kid: undefined }))).toBe('passed');
    expect(await answer(options, await other.sign({}, { kid: 'one' }))).toMatchObject(INVALID);
    expect(await answer(options, await other.sign({}, { kid: 'three' }))).toMatchObject(INVALID);
  });

  it('uses no key for encryption, or for another algorithm', async () => {
    const at = (changes: object) => ({
      ...{ ...base, keys: { keys: [{ ...rsa.jwk, ...changes }] } },
      algorithms: ['RS256' as const, 'RS512' as const],
    });
    expect(await answer(at({ use: 'sig', alg: 'RS256' }), await rsa.sign())).toBe('passed');
    expect(await answer(at({ use: 'enc' }), await rsa.sign())).toMatchObject(INVALID);
    expect(await answer(at({ alg: 'RS512' }), await rsa.sign())).toMatchObject(INVALID);
    expect(await answer(at({ key_ops: ['encrypt'] }), await rsa.sign())).toMatchObject(INVALID);
  });

  it('refuses a token whose key is broken or too weak, and says so in the log', async () => {
    const weak = Buffer.from(String(rsa.jwk.n), 'base64url').subarray(0, 128).toString('base64url');
    for (const n of [weak, '', '@']) {
      const source = fixedKeys({ ...rsa.jwk, n });
      const options = { ...base, keys: source, algorithms: ['RS256' as const] };
      const { error } = await outcome(options, await rsa.sign());
      const message = expect.stringMatching(/its key cannot be used|no key fits/);
      expect(error).toMatchObject({ ...INVALID, cause: { message } });
    }
  });

  it.each<[string, () => Promise<string> | string]>([
    ['no signature', () => unsigned({ alg: 'none' })],
    ['no signature and another case of none', () => unsigned({ alg: 'nOnE' })],
    ['an empty signature', () => unsigned({ alg: 'RS256', kid: 'one' })],
    [
      'an HMAC whose secret is the public key as JSON',
      () => hmac({}, { kid: 'one' }, JSON.stringify(rsa.jwk)),
    ],
    [
      'an HMAC whose secret is the modulus',
      () => hmac({}, {}, Buffer.from(String(rsa.jwk.n), 'base64url')),
    ],
    ['the key of a stranger in jwk', () => other.sign({}, { kid: undefined, jwk: other.jwk })],
    [
      'the key of a stranger in jwk, under a known kid',
      () => other.sign({}, { kid: 'one', jwk: other.jwk }),
    ],
    ['a jku', () => other.sign({}, { kid: 'one', jku: 'http://127.0.0.1:9/' })],
    ['an x5u', () => other.sign({}, { kid: 'one', x5u: 'http://127.0.0.1:9/' })],
    ['an unknown critical header', () => rsa.sign({}, { crit: ['exp'], exp: 1 })],
    ['a kid that is a number', () => unsigned({ alg: 'RS256', kid: 7 }, claims, 'AA')],
    ['a kid of a prototype', () => unsigned({ alg: 'RS256', kid: '__proto__' }, claims, 'AA')],
    ['an algorithm that is a list', () => unsigned({ alg: ['RS256'], kid: 'one' }, claims, 'AA')],
    ['a header that is a list', () => unsigned([], claims, 'AA')],
    ['four parts', async () => `${await rsa.sign()}.a`],
    ['five parts, as an encrypted token has', async () => `${await rsa.sign()}.a.b`],
    ['two parts', () => 'e30.e30'],
    ['one part', () => 'abc'],
    ['only dots', () => '..'],
    ['base64 instead of base64url', async () => `${await rsa.sign()}==`],
  ])('refuses a token with %s', async (_name, token) => {
    const options = { ...base, keys: { keys: [rsa.jwk] }, algorithms: ['RS256' as const] };
    expect(await answer(options, await rsa.sign())).toBe('passed');
    expect(await answer(options, await token())).toMatchObject(INVALID);
  });

  it('ignores an embedded jwk of a valid token', async () => {
    const options = { ...base, keys: { keys: [rsa.jwk] }, algorithms: ['RS256' as const] };
    expect(await answer(options, await rsa.sign({}, { jwk: other.jwk }))).toBe('passed');
  });

  it('refuses a token over the limit unread', async () => {
    let reads = 0;
    const fixed = fixedKeys(rsa.jwk);
    const source: JwtKeySource = {
      ...fixed,
      getKeys() {
        reads += 1;
        return fixed.getKeys();
      },
    };
    const options = { ...base, keys: source, algorithms: ['RS256' as const] };
    const token = await rsa.sign({ long: 'x'.repeat(9_000) });
    expect(await answer(options, token)).toMatchObject({ status: 431 });
    expect(reads).toBe(0);
    expect(await answer({ ...options, maxLength: 20_000 }, token)).toBe('passed');
    expect(reads).toBe(1);
  });

  it.each([
    ['books:read books:write', 'passed'],
    ['books:write', 'passed'],
    ['  books:write  ', 'passed'],
    ['books:read', 403],
    ['books:writer', 403],
    ['', 403],
    [undefined, 403],
    [['books:write'], 403],
  ])(
    'with the claim scope %j, a route that requires books:write responds: %p',
    async (scope, expected) => {
      const request = requestWith(factories, `Bearer ${await hmac({ scope })}`);
      const layers = [jwtAuth(secrets), requireScope('books:write')];
      const { error } = await respond(factories, layers, request);
      expect(error?.status ?? 'passed').toBe(expected);
    },
  );

  it('takes the scopes of an option, from the request and the claims', async () => {
    const layer = jwtAuth({
      ...secrets,
      verify: () => true,
      scopes: (_request, { scp }) => scp as string[],
    });
    const request = requestWith(factories, `Bearer ${await hmac({ scp: ['a', 'b'] })}`);
    expect((await respond(factories, [layer, requireScope('a', 'b')], request)).error).toBeNull();
    expect((await respond(factories, [layer, requireScope('c')], request)).error).toMatchObject({
      headers: {
        'WWW-Authenticate': ['Bearer realm="api", error="insufficient_scope", scope="c"'],
      },
    });
  });

  it('is listed under its name, and neither catches nor reads errors of the handler', () => {
    const layer = jwtAuth(secrets);
    expect(layer.name).toBe('jwtAuth');
  });
});

/** A source that never has other keys. */
function fixedKeys(...keys: readonly Jwk[]): JwtKeySource {
  const set = { keys };
  return { getKeys: () => set, refresh: (known) => known };
}

describe('the types of jwtAuth', () => {
  it('are claims without verify, and otherwise those of the key', () => {
    jwtAuth({ ...secrets, user: CLAIMS });
    jwtAuth({
      ...secrets,
      user: CLIENT,
      verify: (_request, { sub }) => sub !== undefined && { name: sub },
    });
    // @ts-expect-error a user needs verify
    jwtAuth({ ...secrets, user: CLIENT });
    // @ts-expect-error the name is missing
    jwtAuth({ ...secrets, user: CLIENT, verify: () => ({}) });
    // @ts-expect-error none is not an algorithm
    expect(() => jwtAuth({ ...secrets, algorithms: ['none'] })).toThrow();
    const read = (request: Parameters<typeof userOf>[0]) => userOf(request, CLAIMS).sub;
    expectTypeOf(read).returns.toEqualTypeOf<string | undefined>();
    expectTypeOf(USER).toEqualTypeOf<AttributeKey<unknown>>();
  });
});
