import { ensure } from '@mortise/base/options';
import {
  type JwtAlgorithm,
  KEY_KINDS,
  PUBLIC_KEY_ALGORITHMS,
  SECRET_BYTES,
} from './jwt-algorithms.js';
import { isJwkSet, isSecretJwk, type Jwk, type JwkSet } from './jwk-set.js';
import type { JwtKeySource } from './jwt-key-source.js';
import { keysOfSet, keysOfSource, type KeyFinder, secretKeys } from './key-finder.js';

/**
 * The keys that verify tokens: secrets for `HS` algorithms, newest first; a set of public keys; or a source of changing
 * keys, such as {@link jwks}.
 */
export type JwtKeys = readonly (string | Uint8Array)[] | JwkSet | JwtKeySource;

/** Characters of 2048 bits as base64url: RFC 7518 3.3. */
const MODULUS_LENGTH = 342;

/** Checks the keys and their algorithms. Errors never contain a key. */
export function checkedKeys(keys: JwtKeys, algorithms: readonly JwtAlgorithm[]): KeyFinder {
  const isList = Array.isArray(algorithms) && algorithms.length > 0;
  ensure(isList, 'jwtAuth.algorithms', algorithms, 'a list with at least one algorithm');
  if (Array.isArray(keys)) return checkedSecrets(keys, algorithms);
  const expected = `one of ${PUBLIC_KEY_ALGORITHMS.join(', ')}; algorithms that begin with HS need a list of secrets as keys`;
  checkAlgorithms(algorithms, (name) => PUBLIC_KEY_ALGORITHMS.includes(name), expected);
  if (isSource(keys)) return keysOfSource(keys);
  const set = keys as JwkSet;
  checkSet(set);
  const fits = set.keys.some((key) => algorithms.some((name) => isOf(key, name)));
  const wanted =
    'at least one that matches a key in the set by its kty, crv and alg: otherwise every token is refused';
  ensure(fits, 'jwtAuth.algorithms', algorithms.join(', '), wanted);
  return keysOfSet(set);
}

function checkedSecrets(
  secrets: readonly (string | Uint8Array)[],
  algorithms: readonly JwtAlgorithm[],
): KeyFinder {
  const expected = `one of ${[...SECRET_BYTES.keys()].join(', ')}, because keys is a list of secrets; public keys are a JWK set: { keys: [jwk] }`;
  checkAlgorithms(algorithms, (name) => SECRET_BYTES.has(name), expected);
  ensure(secrets.length > 0, 'jwtAuth.keys', secrets, 'a list with at least one secret');
  const least = Math.max(...algorithms.map((name) => SECRET_BYTES.get(name) ?? 0));
  secrets.forEach((secret, at) => {
    const bytes = bytesOf(secret);
    const shown = bytes === null ? typeof secret : `${bytes} bytes`;
    const wanted = `a string or Uint8Array of at least ${least} bytes: run openssl rand -base64 ${least}`;
    ensure(bytes !== null && bytes >= least, `jwtAuth.keys[${at}]`, shown, wanted);
  });
  return secretKeys(secrets);
}

/** @returns the length in bytes; `null` if the value is neither text nor bytes */
function bytesOf(secret: unknown): number | null {
  if (typeof secret === 'string') return new TextEncoder().encode(secret).length;
  return secret instanceof Uint8Array ? secret.length : null;
}

function checkAlgorithms(
  algorithms: readonly string[],
  isAllowed: (name: string) => boolean,
  expected: string,
): void {
  algorithms.forEach((name, at) => {
    ensure(isAllowed(name), `jwtAuth.algorithms[${at}]`, name, expected);
  });
}

/** Whether a key can verify the signatures of an algorithm. */
function isOf({ kty, crv, alg }: Jwk, algorithm: JwtAlgorithm): boolean {
  const kind = KEY_KINDS.find(([names]) => names.test(algorithm));
  return (alg ?? algorithm) === algorithm && kty === kind?.[1] && (kind?.[2] ?? crv) === crv;
}

function isSource(keys: unknown): keys is JwtKeySource {
  const { getKeys, refresh } = Object(keys) as Partial<JwtKeySource>;
  return typeof getKeys === 'function' && typeof refresh === 'function';
}

function checkSet(keys: JwkSet): void {
  // Do not show the value: it can be a secret.
  const shown = bytesOf(keys) === null ? typeof keys : 'text or bytes';
  const expected = 'a list of secrets, a JWK set of 1 to 100 keys, or a source such as jwks(url)';
  ensure(isJwkSet(keys), 'jwtAuth.keys', shown, expected);
  keys.keys.forEach((key, at) => {
    const path = `jwtAuth.keys.keys[${at}]`;
    ensure(!isSecretJwk(key), path, 'a secret key', 'a public key, without the member d or k');
    const isStrong = key.kty !== 'RSA' || (key.n ?? '').length >= MODULUS_LENGTH;
    ensure(isStrong, `${path}.n`, key.n, 'a modulus of at least 2048 bits, as base64url');
  });
}
