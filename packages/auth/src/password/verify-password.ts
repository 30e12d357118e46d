import { timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derive-key.js';
import { COST, newHash } from './new-hash.js';
import { parseHash } from './password-hash.js';
import { preparedPassword } from './prepared-password.js';

/**
 * Whether a password is that of a hash, compared in constant time. Hashes with another cost, and those of other programs
 * in the PHC string format for scrypt, are verified too.
 *
 * @param password from a client; anything but a string of 1 to 1,024 characters is wrong
 * @param hash `null` for an unknown user: the result is `false`, after the time that a new hash of this `cost` takes
 * @param cost as for `hashPassword`; used only if `hash` is `null`
 * @throws {PasswordHashError} `PASSWORD_HASH_INVALID` if the hash has another format, or needs more than 128 MiB
 * @throws {OptionError} for an invalid cost
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  cost: number = COST,
): Promise<boolean> {
  const expected = hash === null ? newHash(cost, 'verifyPassword.cost') : parseHash(hash);
  const prepared = preparedPassword(password);
  if (prepared === null) return false;
  return timingSafeEqual(await deriveKey(prepared, expected), expected.key); // random bytes, if hash is null
}
