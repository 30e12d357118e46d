import { fromBase64url, type RandomBytes, randomBytes, toBase64url } from '@mortise/base';
import { importedKeys, type KeyRing, type SecretKey } from './key-ring.js';

const SALT_BYTES = 16;
const MAC_BYTES = 32;
const NONCE_BYTES = 12;

/** Characters of the signature before a signed value: salt and MAC as base64url. */
const SIGNATURE_LENGTH = 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

// What signs and encrypts cookies: `withSignedCookie`, `withEncryptedCookie`, and `cookieSession` from `@mortise/session`, which
// encrypts. `session` has a random token instead.

/**
 * Signs the value of a cookie: HMAC-SHA-256 with a key that HKDF derives from the first of the ring, a random
 * salt, and the name, so that a value cannot be used in another cookie. Clients can read it.
 *
 * @returns 64 characters of salt and signature, a dot, the value
 */
export async function signValue(
  keys: KeyRing,
  name: string,
  value: string,
  random: RandomBytes = randomBytes,
): Promise<string> {
  const [key] = await importedKeys(keys);
  const salt = Uint8Array.from(random(SALT_BYTES));
  const mac = await crypto.subtle.sign(
    'HMAC',
    await macKey(key, salt, name),
    encoder.encode(value),
  );
  return `${toBase64url(joined(salt, new Uint8Array(mac)))}.${value}`;
}

/**
 * Verifies a result of {@link signValue}, in constant time.
 *
 * @returns the value; `null` if no key of the ring has signed it for a cookie of this name
 */
export async function verifyValue(
  keys: KeyRing,
  name: string,
  signed: string,
): Promise<string | null> {
  const signature = fromBase64url(signed.slice(0, SIGNATURE_LENGTH));
  if (signature?.length !== SALT_BYTES + MAC_BYTES || signed[SIGNATURE_LENGTH] !== '.') return null;
  const value = signed.slice(SIGNATURE_LENGTH + 1);
  const [salt, mac] = [signature.slice(0, SALT_BYTES), signature.slice(SALT_BYTES)];
  for (const key of await importedKeys(keys)) {
    const derived = await macKey(key, salt, name);
    if (await crypto.subtle.verify('HMAC', derived, mac, encoder.encode(value))) return value;
  }
  return null;
}

/**
 * Encrypts the value of a cookie with AES-256-GCM, with a key derived as in {@link signValue} and a random
 * nonce: clients can neither read nor change it.
 *
 * @returns base64url of salt, nonce, ciphertext and tag: 4 characters for 3 bytes of the value, and 59
 */
export async function encryptValue(
  keys: KeyRing,
  name: string,
  value: string,
  random: RandomBytes = randomBytes,
): Promise<string> {
  const [key] = await importedKeys(keys);
  const salt = Uint8Array.from(random(SALT_BYTES));
  const iv = Uint8Array.from(random(NONCE_BYTES));
  const derived = await cipherKey(key, salt, name);
  const data = encoder.encode(value);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, derived, data);
  return toBase64url(joined(salt, iv, new Uint8Array(sealed)));
}

/**
 * Decrypts a result of {@link encryptValue}.
 *
 * @returns the value; `null` if no key of the ring has encrypted it for a cookie of this name
 */
export async function decryptValue(
  keys: KeyRing,
  name: string,
  encrypted: string,
): Promise<string | null> {
  const bytes = fromBase64url(encrypted);
  if (bytes === null) return null;
  const salt = bytes.slice(0, SALT_BYTES);
  const iv = bytes.slice(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const sealed = bytes.slice(SALT_BYTES + NONCE_BYTES);
  for (const key of await importedKeys(keys)) {
    const derived = await cipherKey(key, salt, name);
    const value = await crypto.subtle
      .decrypt({ name: 'AES-GCM', iv }, derived, sealed)
      .catch(() => null);
    if (value !== null) return decoder.decode(value);
  }
  return null;
}

function macKey(key: SecretKey, salt: Uint8Array<ArrayBuffer>, name: string): Promise<SecretKey> {
  const type = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return derive(key, salt, `mortise signed cookie ${name}`, type, ['sign', 'verify']);
}

function cipherKey(
  key: SecretKey,
  salt: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<SecretKey> {
  const type = { name: 'AES-GCM', length: 256 };
  return derive(key, salt, `mortise encrypted cookie ${name}`, type, ['encrypt', 'decrypt']);
}

function derive(
  key: SecretKey,
  salt: Uint8Array<ArrayBuffer>,
  info: string,
  type: { readonly name: string; readonly hash?: string; readonly length: number },
  usages: ('sign' | 'verify' | 'encrypt' | 'decrypt')[],
): Promise<SecretKey> {
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(info) };
  return crypto.subtle.deriveKey(algorithm, key, type, false, usages);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
