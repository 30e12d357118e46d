import { scrypt } from 'node:crypto';
import { MAX_MEMORY, type PasswordHash } from './password-hash.js';

/** Derives a key of the same length as that of a hash, with its salt and its parameters (RFC 7914). */
export function deriveKey(
  password: string,
  { cost, blockSize, parallelization, salt, key }: PasswordHash,
): Promise<Buffer> {
  // Node counts more than the 128 · N · r bytes of the RFC.
  const options = { cost, blockSize, parallelization, maxmem: 2 * MAX_MEMORY };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, key.length, options, (error, derived) => {
      // Not compared with `null`: on Bun it is `undefined`.
      if (error) reject(error);
      else resolve(derived);
    });
  });
}
