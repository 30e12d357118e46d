import { randomBytes, toBase64url } from '@mortise/base';

/** Characters of a version. */
export const VERSION_LENGTH = 12;

/**
 * Returns a version for a write, for implementations of the contract: 12 random characters, 72 bits. A
 * counter would restart after a key is deleted, and match an old version.
 */
export function newVersion(): string {
  return toBase64url(randomBytes((VERSION_LENGTH * 3) / 4));
}
