import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import type { Jwk } from '../src/jwt/index.js';

export const ISSUER = 'https://issuer.example';
export const AUDIENCE = 'https://api.example';
export const SECRET = 'a secret of tests, of 64 bytes and more, for HS256, HS384 and HS512';

/** In milliseconds. */
export const NOW = 1_800_000_000_000;
const SECONDS = NOW / 1_000;

/** Claims that every layer of the tests accepts; `undefined` removes one. */
export const claims: Readonly<Record<string, unknown>> = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: 'ada',
  exp: SECONDS + 300,
};

/** A key pair whose private half signs tokens. */
export interface Signer {
  readonly jwk: Jwk;
  readonly sign: (changes?: object, header?: object) => Promise<string>;
}

const signers = new Map<string, Promise<Signer>>();

/** The same for the same arguments: the keys of RSA take long to create. */
export function signer(alg: string, kid?: string): Promise<Signer> {
  const name = `${alg} ${String(kid)}`;
  const known = signers.get(name) ?? createSigner(alg, kid);
  signers.set(name, known);
  return known;
}

async function createSigner(alg: string, kid?: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const named = kid === undefined ? {} : { kid };
  return {
    jwk: { ...(await exportJWK(publicKey)), ...named },
    sign: (changes = {}, header = {}) =>
      signed({ alg, ...named, ...header }, { ...claims, ...changes }, privateKey),
  };
}

export function hmac(
  changes: object = {},
  header: object = {},
  secret: string | Uint8Array = SECRET,
): Promise<string> {
  const key = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  return signed({ alg: 'HS256', ...header }, { ...claims, ...changes }, key);
}

/** A token whose parts are not checked. */
export function unsigned(header: object, payload: unknown = claims, signature = ''): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}

function signed(
  header: object,
  payload: object,
  key: Parameters<SignJWT['sign']>[0],
): Promise<string> {
  const { crit } = header as { readonly crit?: readonly string[] };
  const options =
    crit === undefined ? {} : { crit: Object.fromEntries(crit.map((c) => [c, true])) };
  return new SignJWT({ ...payload })
    .setProtectedHeader(header as JWTHeaderParameters)
    .sign(key, options);
}
