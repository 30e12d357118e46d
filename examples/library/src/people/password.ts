import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const KEY_BYTES = 32;

/** @returns salt and scrypt hash of a password, each in base64, separated by `$` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, KEY_BYTES);
  return `${salt.toString('base64')}$${key.toString('base64')}`;
}

/**
 * Compares a password with a hash of {@link hashPassword}, in constant time.
 *
 * @param hash `null` for an unknown name: the comparison fails, and takes as long as for a known one
 */
export async function matchesPassword(password: string, hash: string | null): Promise<boolean> {
  const [salt = '', key = ''] = (hash ?? '').split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64'), KEY_BYTES);
  const expected = hash === null ? randomBytes(KEY_BYTES) : Buffer.from(key, 'base64');
  return timingSafeEqual(derived, expected);
}
