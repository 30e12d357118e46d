import { accepted, rule } from '@mortise/base/options';
import { deriveKey } from './derive-key.js';
import { COST, newHash } from './new-hash.js';
import { formatHash } from './password-hash.js';
import { PASSWORD, preparedPassword } from './prepared-password.js';

/** Its error message does not show a refused password. */
const PASSWORDS = {
  ...rule<string>((value) => preparedPassword(value) !== null, PASSWORD),
  hidesText: true,
} as const;

/**
 * Hashes a password with scrypt and a new salt, for {@link verifyPassword}. Before that, every space becomes U+0020, and
 * the text is composed (NFC). Hashing runs on a thread of Node's pool.
 *
 * @param password 1 to 1,024 characters, without NUL and lone surrogates; check a minimum length yourself
 * @param cost `N` of scrypt, a power of two from 2 to 131,072; default 16,384. A hash needs 1,024 times as many bytes of
 *   memory
 * @returns the PHC string format, at most 89 ASCII characters: `$scrypt$ln=14,r=8,p=5$salt$key`
 * @throws {OptionError} for an invalid argument; neither the error's message nor its value contains a password
 */
export async function hashPassword(password: string, cost: number = COST): Promise<string> {
  accepted(PASSWORDS, password, 'hashPassword.password');
  const made = newHash(cost, 'hashPassword.cost');
  const key = await deriveKey(preparedPassword(password) ?? '', made);
  return formatHash({ ...made, key });
}
