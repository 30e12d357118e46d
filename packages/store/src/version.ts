/** Characters of a version. */
export const VERSION_LENGTH = 12;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Returns a version for a write, for implementations of the contract: 12 characters, 72 random bits. A
 * counter would start again when a key is deleted, and match what was read before.
 */
export function newVersion(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(VERSION_LENGTH));
  let version = '';
  for (const byte of bytes) version += ALPHABET.charAt(byte & 63);
  return version;
}
