import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const KEY_BYTES = 32;

/** The cost `N` of scrypt for new hashes: 16 MiB and about 40 ms for each. */
export const PASSWORD_COST = 16_384;

/**
 * Returns `scrypt`, the cost, the salt and the key, both in base64, separated by `$`.
 *
 * @param cost a power of two from 2; hashes that were made with another one are still read
 */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, KEY_BYTES, { cost });
  return ['scrypt', cost, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Compares a password with a hash of {@link hashPassword}, in constant time.
 *
 * @param hash `null` for an unknown name: the comparison fails
 * @param cost of this failure, so that it takes as long as for a known name
 */
export async function matchesPassword(
  password: string,
  hash: string | null,
  cost: number,
): Promise<boolean> {
  // Hashes of an earlier version name no cost: they begin with the salt.
  const [key = '', salt = '', named = PASSWORD_COST] = (hash ?? `${cost}$$`).split('$').reverse();
  const options = { cost: Number(named) };
  const derived = await derive(password, Buffer.from(salt, 'base64'), KEY_BYTES, options);
  const expected = hash === null ? randomBytes(KEY_BYTES) : Buffer.from(key, 'base64');
  return timingSafeEqual(derived, expected);
}
