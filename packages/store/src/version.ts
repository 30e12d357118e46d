import { randomBytes, toBase64url } from '@mortise/base';

/** The number of characters of a version. */
export const VERSION_LENGTH = 12;

/**
 * Creates the version of a write, for implementations of {@link StoreInterface}: 12 random characters of base64url (72
 * bits). A counter would restart after a key is deleted, and could match an old version.
 */
export function newVersion(): string {
  return toBase64url(randomBytes((VERSION_LENGTH * 3) / 4));
}
