import { isThenable, quote } from '@mortise/base';
import { PasswordHashError } from './password-hash-error.js';

/** The parameters of scrypt, the salt and the derived key. */
export interface PasswordHash {
  /** `N`, a power of two. */
  readonly cost: number;
  /** `r` */
  readonly blockSize: number;
  /** `p` */
  readonly parallelization: number;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

/** The maximum number of bytes that deriving a key needs. */
export const MAX_MEMORY = 128 * 1024 * 1024;
const MAX_PARALLELIZATION = 16;

/** A salt of 8 to 64 bytes and a key of 16 to 64. */
const FORMAT =
  /^\$scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/;

/** Of bcrypt, Argon2, PBKDF2, scrypt and crypt(3). */
const KNOWN_PREFIX = /^\$(?:2[abxy]?|argon2(?:id?|d)|pbkdf2(?:-sha\d{1,3})?|scrypt|[156y])\$/;

/** The PHC string format: `$scrypt$ln=14,r=8,p=5$salt$key`, both in base64 without padding. */
export function formatHash(hash: PasswordHash): string {
  const { cost, blockSize, parallelization, salt, key } = hash;
  const parameters = `ln=${Math.log2(cost)},r=${blockSize},p=${parallelization}`;
  return `$scrypt$${parameters}$${base64(salt)}$${base64(key)}`;
}

/**
 * Reads a hash in the PHC string format.
 *
 * @throws {PasswordHashError} for another format, or parameters that need more memory or time than is allowed
 */
export function parseHash(hash: unknown): PasswordHash {
  const found = typeof hash === 'string' ? FORMAT.exec(hash) : null;
  if (found === null) throw new PasswordHashError(problemOf(hash));
  const [, ln, r, p, salt = '', key = ''] = found;
  const [cost, blockSize, parallelization] = [2 ** Number(ln), Number(r), Number(p)];
  if (Number(ln) >= 16 * blockSize) {
    throw new PasswordHashError('ln must be below 16 times r (RFC 7914 2)');
  }
  if (128 * cost * blockSize > MAX_MEMORY || parallelization > MAX_PARALLELIZATION) {
    throw new PasswordHashError(
      `its parameters need over 128 MiB (ln and r), or p exceeds ${MAX_PARALLELIZATION}`,
    );
  }
  const [saltBytes, keyBytes] = [Buffer.from(salt, 'base64'), Buffer.from(key, 'base64')];
  return { cost, blockSize, parallelization, salt: saltBytes, key: keyBytes };
}

/** Shows nothing of a value but its kind, or the prefix of a known format: it can be a password. */
function problemOf(hash: unknown): string {
  if (isThenable(hash)) return 'received a promise; store await hashPassword(password)';
  const expected = 'expected $scrypt$ln=…,r=…,p=…$salt$key';
  if (typeof hash !== 'string') {
    return `received ${typeof hash === 'object' ? quote(hash) : typeof hash}; ${expected}`;
  }
  const [prefix] = KNOWN_PREFIX.exec(hash) ?? [];
  return prefix === undefined
    ? `received another string; ${expected}; the arguments are (password, hash)`
    : prefix.startsWith('$2')
      ? `received a hash in the format ${prefix} (bcrypt); ${expected}; verify it with bcryptjs, then store hashPassword(password)`
      : `received a hash in the format ${prefix}; ${expected}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
