import { createHook } from 'node:async_hooks';
import { scryptSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashPassword, PasswordHashError, verifyPassword } from './index.js';

const COST = 2; // what these tests are about does not depend on it
const SALT = 'c2FsdCBvZiB0ZXN0cyE';
const KEY = 'A'.repeat(43);

const base64 = (bytes: Buffer | string) =>
  Buffer.from(bytes as string)
    .toString('base64')
    .replace(/=+$/, '');

describe('hashPassword', () => {
  it('returns the PHC string format, which names its parameters, with a salt of 16 bytes and a key of 32', async () => {
    expect(await hashPassword('quiet-please', COST)).toMatch(
      /^\$scrypt\$ln=1,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });

  it('uses 16 MiB five times by default', async () => {
    expect(await hashPassword('quiet-please')).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
  });

  it('salts: no two hashes of a password are equal', async () => {
    expect(await hashPassword('x', COST)).not.toBe(await hashPassword('x', COST));
  });

  it.each([
    ['an empty password', ''],
    ['a longer one than 1,024 characters', 'secret'.repeat(171).slice(0, 1_025)],
    ['half a character', 'secret\ud800'],
    // Otherwise it would be the same password without it: HMAC pads its key with zeros.
    ['NUL', 'secret\0'],
    ['a list', ['secret']],
    ['a missing field', undefined],
  ])('refuses %s, and shows nothing of it', async (_, password) => {
    const error: unknown = await hashPassword(password as string, COST).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option: 'hashPassword.password' });
    expect(JSON.stringify(error) + String(error)).not.toContain('secret');
  });

  it.each([0, 1, 3, 16_385, 262_144, -2, NaN, Infinity, '16384', null])(
    'refuses the cost %p',
    async (cost) => {
      await expect(hashPassword('x', cost as number)).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: 'hashPassword.cost',
      });
      await expect(verifyPassword('x', null, cost as number)).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: 'verifyPassword.cost',
      });
    },
  );
});

describe('verifyPassword', () => {
  it('accepts the password of a hash alone', async () => {
    const hash = await hashPassword('quiet-please', COST);
    expect(await verifyPassword('quiet-please', hash)).toBe(true);
    for (const wrong of ['quiet-pleasE', 'quiet-please ', 'quiet-please\0', '', 'x']) {
      expect(await verifyPassword(wrong, hash)).toBe(false);
    }
  });

  it.each([
    ['a letter and its accent in one character or two', 'caf\u00e9', 'cafe\u0301'],
    ['a space and one that does not break', 'two words', 'two\u00a0words'],
  ])('treats %s as the same password', async (_, composed, other) => {
    expect(await verifyPassword(other, await hashPassword(composed, COST))).toBe(true);
    expect(await verifyPassword(composed, await hashPassword(other, COST))).toBe(true);
  });

  it.each([
    ['upper and lower case', 'quiet', 'Quiet'],
    ['characters that only look alike', '\uff41', 'a'],
    ['spaces at the ends', ' quiet ', 'quiet'],
  ])('distinguishes %s', async (_, password, other) => {
    expect(await verifyPassword(other, await hashPassword(password, COST))).toBe(false);
  });

  it('verifies hashes of other programs, with other parameters (RFC 7914 12)', async () => {
    const key = Buffer.from(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2' +
        'd5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      'hex',
    );
    const hash = `$scrypt$ln=14,r=8,p=1$${base64('SodiumChloride')}$${base64(key)}`;
    expect(await verifyPassword('pleaseletmein', hash)).toBe(true);
    expect(await verifyPassword('pleaseletmeout', hash)).toBe(false);
  });

  it('derives the key with all parameters that the hash names', async () => {
    const key = scryptSync('x', 'salt of tests', 16, { N: 4, r: 3, p: 7 });
    const hash = `$scrypt$ln=2,r=3,p=7$${base64('salt of tests')}$${base64(key)}`;
    expect(await verifyPassword('x', hash)).toBe(true);
  });

  it('accepts 1,024 characters', async () => {
    const long = 'x'.repeat(1_024);
    expect(await verifyPassword(long, await hashPassword(long, COST))).toBe(true);
  });

  it.each(['ln=14,r=64,p=1', 'ln=1,r=1,p=16'])('derives a key with %s', async (parameters) => {
    const hash = `$scrypt$${parameters}$${SALT}$${KEY}`;
    expect(await derivations(() => verifyPassword('x', hash))).toEqual([1, false]);
  });

  it('refuses everything for an unknown user, after the work of a new hash', async () => {
    expect(await derivations(() => verifyPassword('x', null, COST))).toEqual([1, false]);
  });

  it.each([
    ['a list', ['x']],
    ['nothing', undefined],
    ['a number', 1],
    ['half a character', '\ud800'],
  ])('is false for %s', async (_, password) => {
    expect(await verifyPassword(password as string, await hashPassword('x', COST))).toBe(false);
  });

  it('does not normalize or derive from a longer password than can be hashed', async () => {
    const hash = await hashPassword('x', COST);
    const long = 'a\u0301\u0323'.repeat(400);
    expect(await derivations(() => verifyPassword(long, hash))).toEqual([0, false]);
  });

  it.each([
    ['of bcrypt', `$2b$12$${'a'.repeat(53)}`],
    ['of Argon2', `$argon2id$v=19$m=65536,t=3,p=4$${SALT}$${KEY}`],
    ['without a key', `$scrypt$ln=14,r=8,p=5$${SALT}`],
    ['with a key that matches any password, as it is empty', `$scrypt$ln=14,r=8,p=5$${SALT}$`],
    ['with a key of few bytes', `$scrypt$ln=14,r=8,p=5$${SALT}$AAAA`],
    ['without a salt', `$scrypt$ln=14,r=8,p=5$$${KEY}`],
    ['with other parameters', `$scrypt$ln=14,r=8$${SALT}$${KEY}`],
    ['with a negative parameter', `$scrypt$ln=-1,r=8,p=5$${SALT}$${KEY}`],
    ['with a zero', `$scrypt$ln=14,r=0,p=5$${SALT}$${KEY}`],
    ['with another alphabet', `$scrypt$ln=14,r=8,p=5$${SALT}$${'_'.repeat(43)}`],
    ['with a line after it', `$scrypt$ln=14,r=8,p=5$${SALT}$${KEY}\n`],
    ['that is a million characters long', `$scrypt$ln=14,r=8,p=5$${SALT}$${'A'.repeat(1e6)}`],
    ['that is the password', 'x'],
    ['that is empty', ''],
    ['that is undefined, as a column that was not selected', undefined],
    ['in bytes', Buffer.from('x')],
    // Memory and time of these would stop the process.
    ['with 256 MiB', `$scrypt$ln=18,r=8,p=1$${SALT}$${KEY}`],
    ['with large blocks', `$scrypt$ln=14,r=65,p=1$${SALT}$${KEY}`],
    ['with a large ln', `$scrypt$ln=63,r=1,p=1$${SALT}$${KEY}`],
    ['with blocks that are too small for ln', `$scrypt$ln=16,r=1,p=1$${SALT}$${KEY}`],
    ['with many repetitions', `$scrypt$ln=14,r=8,p=17$${SALT}$${KEY}`],
  ])('throws for a hash %s, without deriving a key or showing the hash', async (_, hash) => {
    const [count, error] = await derivations(() => verifyPassword('x', hash as string));
    expect(count).toBe(0);
    expect(error).toBeInstanceOf(PasswordHashError);
    expect(error).toMatchObject({ code: 'PASSWORD_HASH_INVALID' });
    expect(String(error)).not.toContain(SALT);
  });
});

describe('the message for an invalid hash', () => {
  const EXPECTED = 'expected $scrypt$ln=…,r=…,p=…$salt$key';
  const message = async (hash: unknown, password = 'x'): Promise<string> =>
    String(await verifyPassword(password, hash as string).catch((error: unknown) => error));

  it('names a promise, and what to store instead', async () => {
    expect(await message(hashPassword('quiet-please', COST))).toContain(
      ': received a promise; store await hashPassword(password)',
    );
  });

  it.each([
    [`$argon2id$v=19$m=65536,t=3,p=4$${SALT}$${KEY}`, '$argon2id$'],
    [`$pbkdf2-sha256$29000$${SALT}$${KEY}`, '$pbkdf2-sha256$'],
    [`$6$${SALT}$${KEY}`, '$6$'],
    [`$scrypt$ln=14,r=8$${SALT}$${KEY}`, '$scrypt$'],
  ])('names the format of another program: %s', async (hash, format) => {
    expect(await message(hash)).toBe(
      `PasswordHashError: invalid password hash: received a hash in the format ${format}; ${EXPECTED}`,
    );
  });

  it('says how to replace a hash of bcrypt', async () => {
    expect(await message(`$2y$12$${'a'.repeat(53)}`)).toBe(
      `PasswordHashError: invalid password hash: received a hash in the format $2y$ (bcrypt); ${EXPECTED}; verify it with bcryptjs, then store hashPassword(password)`,
    );
  });

  it.each(['quiet-please', '$quiet$please', '$2b-please', ''])(
    'names the order of the arguments for the text %j, which can be a password',
    async (password) => {
      expect(await message(password, await hashPassword('quiet-please', COST))).toBe(
        `PasswordHashError: invalid password hash: received another string; ${EXPECTED}; the arguments are (password, hash)`,
      );
    },
  );

  it.each([
    [undefined, 'undefined'],
    [4711, 'number'],
    [['quiet-please'], 'an array'],
  ])('names only the kind of %j', async (hash, kind) => {
    expect(await message(hash)).toBe(
      `PasswordHashError: invalid password hash: received ${kind}; ${EXPECTED}`,
    );
  });
});

/** How often a key was derived, and the result or the error. */
async function derivations(work: () => Promise<unknown>): Promise<readonly [number, unknown]> {
  let count = 0;
  const init = (_id: number, type: string) => void (count += type === 'SCRYPTREQUEST' ? 1 : 0);
  const hook = createHook({ init }).enable();
  const result = await work().catch((error: unknown) => error);
  hook.disable();
  return [count, result];
}
