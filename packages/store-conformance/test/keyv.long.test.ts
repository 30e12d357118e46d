import { describe, expect, it } from '@jest/globals';
import {
  checkKey,
  checkStep,
  checkTtl,
  newVersion,
  StoreError,
  type StoreInterface,
  valueBytes,
} from '@mortise/store';
import Keyv from 'keyv';
import { ContractViolation, storeCases } from '../src/index.js';

/**
 * As much of a store as a Keyv allows, in one process: compareAndSet, delete with a version, touch and increment read
 * first and write later, since a Keyv has no step that does both.
 */
function storeOf(keyv: Keyv): StoreInterface {
  interface Entry {
    readonly version: string;
    readonly value: string;
    readonly until: number;
  }
  const read = (key: string) => keyv.get<Entry>(`v:${key}`);
  const write = async (key: string, value: Uint8Array | string, ttl: number) => {
    const entry = {
      version: newVersion(),
      value: Buffer.from(valueBytes(value, 1_048_576)).toString('base64'),
      until: Date.now() + ttl,
    };
    await keyv.set(`v:${key}`, entry, ttl);
    return entry.version;
  };
  let isClosed = false;
  const checked = (key: string, ttl = 1): void => {
    if (isClosed) throw StoreError.unavailable('the store is closed');
    checkKey(key);
    checkTtl(ttl);
  };
  return {
    get: async (key) => {
      checked(key);
      const entry = await read(key);
      if (entry === undefined) return null;
      return { version: entry.version, value: Uint8Array.from(Buffer.from(entry.value, 'base64')) };
    },
    set: async (key, value, ttl) => {
      checked(key, ttl);
      return write(key, value, ttl);
    },
    compareAndSet: async (key, expected, value, ttl) => {
      checked(key, ttl);
      valueBytes(value, 1_048_576);
      const entry = await read(key);
      return (entry?.version ?? null) === expected ? write(key, value, ttl) : null;
    },
    delete: async (key, expected) => {
      checked(key);
      const entry = await read(key);
      if (entry === undefined || (expected !== undefined && entry.version !== expected))
        return false;
      await keyv.delete(`v:${key}`);
      return true;
    },
    touch: async (key, ttl) => {
      checked(key, ttl);
      const entry = await read(key);
      if (entry === undefined) return false;
      await keyv.set(`v:${key}`, { ...entry, until: Date.now() + ttl }, ttl);
      return true;
    },
    increment: async (key, by, ttl) => {
      checked(key, ttl);
      checkStep(by);
      const counter = await keyv.get<{ value: number; until: number }>(`c:${key}`);
      if (counter === undefined && by <= 0) return { value: 0, expiresIn: ttl };
      const until = counter?.until ?? Date.now() + ttl;
      const value = Math.max(0, (counter?.value ?? 0) + by);
      const expiresIn = Math.max(1, until - Date.now());
      await keyv.set(`c:${key}`, { value, until }, expiresIn);
      return { value, expiresIn };
    },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

describe('a store made of a Keyv', () => {
  it('keeps every rule except those for concurrent changes', async () => {
    const broken: string[] = [];
    for (const { name, run } of storeCases(() => storeOf(new Keyv({ throwOnErrors: true })))) {
      try {
        await run();
      } catch (error) {
        if (!(error instanceof ContractViolation || error instanceof StoreError)) throw error;
        broken.push(name);
      }
    }
    expect(broken).toEqual([
      'of 50 concurrent writes to an absent key one wins',
      'of 50 concurrent writes over one version one wins',
      'of 20 concurrent deletions of one value one wins',
      '200 concurrent increments return every count from 1 to 200',
    ]);
  });
});
