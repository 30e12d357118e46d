import { fromBase64url, type RandomBytes, randomBytes, toBase64url } from '@mortise/base';
import { accepted, ensure, randomSource } from '@mortise/base/options';
import { importedKeys, type KeyRing, type SecretKey } from './key-ring.js';

const SALT_BYTES = 16;
const MAC_BYTES = 32;
const NONCE_BYTES = 12;

/** Characters of the signature before a signed value: salt and MAC as base64url. */
const SIGNATURE_LENGTH = 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

// Signs and encrypts cookies for `withSignedCookie`, `withEncryptedCookie`, and `cookieSession` from
// `@mortise/session`. The cookie of `session` needs neither: it is a random token.

/**
 * Signs the value of a cookie with HMAC-SHA-256. HKDF derives the key from the first key of the ring, a random salt and
 * the cookie's name, so that a value cannot be moved to another cookie. Clients can read the value.
 *
 * @returns 64 characters of salt and signature, a dot, and the value
 * @throws {OptionError} as a rejection, if the value is not text
 */
export async function signValue(
  keys: KeyRing,
  name: string,
  value: string,
  random: RandomBytes = randomBytes,
): Promise<string> {
  assertText(value);
  const [key] = await importedKeys(keys);
  const salt = Uint8Array.from(bytesOf(random)(SALT_BYTES));
  const mac = await crypto.subtle.sign(
    'HMAC',
    await macKey(key, salt, name),
    encoder.encode(value),
  );
  return `${toBase64url(joined(salt, new Uint8Array(mac)))}.${value}`;
}

/**
 * Verifies a value signed by {@link signValue}, in constant time.
 *
 * @returns the value; `null` if no key of the ring signed it for a cookie with this name
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
 * Encrypts the value of a cookie with AES-256-GCM, a key derived as in {@link signValue}, and a random nonce. Clients
 * can neither read nor change the value.
 *
 * @returns base64url of salt, nonce, ciphertext and tag: 4 characters for every 3 bytes of the value, plus 59
 * @throws {OptionError} as a rejection, if the value is not text
 */
export async function encryptValue(
  keys: KeyRing,
  name: string,
  value: string,
  random: RandomBytes = randomBytes,
): Promise<string> {
  assertText(value);
  const [key] = await importedKeys(keys);
  const source = bytesOf(random);
  const salt = Uint8Array.from(source(SALT_BYTES));
  const iv = Uint8Array.from(source(NONCE_BYTES));
  const derived = await cipherKey(key, salt, name);
  const data = encoder.encode(value);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, derived, data);
  return toBase64url(joined(salt, iv, new Uint8Array(sealed)));
}

/**
 * Decrypts a value encrypted by {@link encryptValue}.
 *
 * @param encrypted from a client; anything but text, such as an absent cookie, is not a value of the ring
 * @returns the value; `null` if no key of the ring encrypted it for a cookie with this name
 */
export async function decryptValue(
  keys: KeyRing,
  name: string,
  encrypted: string,
): Promise<string | null> {
  const bytes = typeof encrypted === 'string' ? fromBase64url(encrypted) : null;
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

function bytesOf(random: RandomBytes): RandomBytes {
  return accepted(randomSource, random as never, 'cookie.random');
}

function assertText(value: unknown): void {
  ensure(typeof value === 'string', 'cookie.value', value, 'a string');
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
