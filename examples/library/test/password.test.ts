import { createHook } from 'node:async_hooks';
import { scryptSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { hashPassword, matchesPassword, PASSWORD_COST } from '../src/people/password.js';
import { settingsFrom } from '../src/settings.js';

describe('a hash of a password', () => {
  it('names its cost: one of another cost than that of new hashes still matches its password alone', async () => {
    const hash = await hashPassword('quiet-please', 4);
    expect(hash).toMatch(/^scrypt\$4\$/);
    expect(await matchesPassword('quiet-please', hash, 8)).toBe(true);
    expect(await matchesPassword('quiet-pleasE', hash, 8)).toBe(false);
  });

  it('is salted: no two are equal', async () => {
    expect(await hashPassword('x', 2)).not.toBe(await hashPassword('x', 2));
  });

  it('of an earlier version, which names no cost, still matches', async () => {
    const salt = Buffer.from('a salt of 16 b  ');
    const key = scryptSync('just-looking', salt, 32);
    const hash = `${salt.toString('base64')}$${key.toString('base64')}`;
    expect(await matchesPassword('just-looking', hash, 2)).toBe(true);
    expect(await matchesPassword('x', hash, 2)).toBe(false);
  });

  it('is derived for an unknown name, too, which never matches', async () => {
    let derived = 0;
    const init = (_id: number, type: string) => void (derived += type === 'SCRYPTREQUEST' ? 1 : 0);
    const hook = createHook({ init }).enable();
    expect(await matchesPassword('', null, 2)).toBe(false);
    hook.disable();
    expect(derived).toBe(1);
  });

  it('has in production the cost that Node recommends: no variable lowers it', () => {
    const variables = { PASSWORD_COST: '2', passwordCost: '2', LIBRARY_PASSWORD_COST: '2' };
    expect(settingsFrom(variables).passwordCost).toBe(PASSWORD_COST);
    expect(PASSWORD_COST).toBeGreaterThanOrEqual(16_384);
  });
});
