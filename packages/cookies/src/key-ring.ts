import { OptionError } from '@mortise/base/options';

/**
 * Secret keys, newest first. The first signs and encrypts; all of them verify and decrypt. Each is a string or a
 * `Uint8Array` of at least 32 random bytes: run `openssl rand -base64 32`.
 *
 * To replace a key, insert a new one at the beginning, and remove the old one after its cookies have expired. The list is
 * frozen when it is first checked or used, because its keys are imported once: to change keys, pass a new list.
 */
export type KeyRing = readonly (string | Uint8Array)[];

/**
 * A key that cookie keys are derived from. The type is inferred because not every runtime's types declare `CryptoKey`.
 */
export type SecretKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The keys of a checked ring. */
type SecretKeys = readonly [SecretKey, ...SecretKey[]];

const MIN_KEY_BYTES = 32;

/** The imported keys of each ring, by its array. */
const imported = new WeakMap<KeyRing, Promise<SecretKeys>>();

/**
 * Checks a key ring, and freezes it. An error never contains a key.
 *
 * @param option the option's name, for the error message
 * @returns the same array
 * @throws {OptionError} if the ring is empty, or a key is shorter than 32 bytes
 */
export function checkKeyRing(keys: KeyRing, option = 'keys'): KeyRing {
  const given: unknown = keys;
  if (!Array.isArray(given) || given.length === 0) {
    const isKey = typeof keys === 'string' || keys instanceof Uint8Array;
    throw new OptionError(option, isKey ? 'one key' : keys, 'a list with at least one key');
  }
  keys.forEach((key: unknown, at) => {
    const isKey = typeof key === 'string' || key instanceof Uint8Array;
    const length = isKey ? bytesOf(key).length : 0;
    if (length >= MIN_KEY_BYTES) return;
    const expected = `a string or Uint8Array of at least ${MIN_KEY_BYTES} bytes: run openssl rand -base64 32`;
    throw new OptionError(`${option}[${at}]`, isKey ? `${length} bytes` : key, expected);
  });
  return Object.freeze(keys);
}

/** Returns the keys of a ring for HKDF, in order. Imports them once per array. */
export function importedKeys(ring: KeyRing): Promise<SecretKeys> {
  let keys = imported.get(ring);
  if (keys === undefined) {
    checkKeyRing(ring);
    keys = Promise.all(
      ring.map((key) => crypto.subtle.importKey('raw', bytesOf(key), 'HKDF', false, ['deriveKey'])),
    ) as Promise<unknown> as Promise<SecretKeys>;
    imported.set(ring, keys);
  }
  return keys;
}

function bytesOf(key: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof key === 'string' ? new TextEncoder().encode(key) : Uint8Array.from(key);
}
