import type { Awaitable } from '@mortise/http-message';
import { createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import type { JwkSet } from './jwk-set.js';
import type { JwtKeySource } from './jwt-key-source.js';

/** A WebCrypto key. The type is derived because not every runtime's types declare `CryptoKey`. */
export type VerifyKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The header parameters that select a key. A token's `jwk`, `jku`, `x5u` and `x5c` are never read. */
export interface TokenHeader {
  /** One of the allowed algorithms. */
  readonly alg: string;
  readonly kid?: string;
}

/** Returns the keys that may have signed a token, in the order in which to try them; `[]` if there are none. */
export type KeyFinder = (header: TokenHeader) => Awaitable<readonly VerifyKey[]>;

/** Finds all secrets, whatever the `kid`. */
export function secretKeys(secrets: readonly (string | Uint8Array)[]): KeyFinder {
  const bytes = secrets.map((secret) =>
    typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret),
  );
  const imported = new Map<string, Promise<readonly VerifyKey[]>>();
  return ({ alg }) => {
    let keys = imported.get(alg);
    if (keys === undefined) {
      const type = { name: 'HMAC', hash: `SHA-${alg.slice(2)}` };
      keys = Promise.all(
        bytes.map((secret) => crypto.subtle.importKey('raw', secret, type, false, ['verify'])),
      );
      imported.set(alg, keys);
    }
    return keys;
  };
}

/** Finds the keys of a set whose type, `alg`, `use` and `kid` match. */
export function keysOfSet(set: JwkSet): KeyFinder {
  const find = createLocalJWKSet(set as JSONWebKeySet);
  return async (header) => {
    try {
      return [await find({ ...header })];
    } catch (error) {
      // Several keys match a token without a `kid`. For any other error, no key matches, or the matching key is broken.
      return error instanceof errors.JWKSMultipleMatchingKeys ? collect(error) : [];
    }
  };
}

/** Finds the keys of a source, and refreshes the source if none matches. */
export function keysOfSource(source: JwtKeySource): KeyFinder {
  const finders = new WeakMap<JwkSet, KeyFinder>();
  const finderOf = (set: JwkSet): KeyFinder => {
    const finder = finders.get(set) ?? keysOfSet(set);
    finders.set(set, finder);
    return finder;
  };
  return async (header) => {
    const known = await source.getKeys();
    const found = await finderOf(known)(header);
    if (found.length > 0) return found;
    const newer = await source.refresh(known);
    return newer === known ? [] : finderOf(newer)(header);
  };
}

async function collect(keys: AsyncIterable<unknown>): Promise<readonly VerifyKey[]> {
  const found: VerifyKey[] = [];
  for await (const key of keys) found.push(key as VerifyKey);
  return found;
}
