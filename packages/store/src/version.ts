/** Characters of a version. */
export const VERSION_LENGTH = 12;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Returns a version for a write, for implementations of the contract: 12 random characters, 72 bits. A
 * counter would restart after a key is deleted, and match an old version.
 */
export function newVersion(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(VERSION_LENGTH));
  let version = '';
  for (const byte of bytes) version += ALPHABET.charAt(byte & 63);
  return version;
}
