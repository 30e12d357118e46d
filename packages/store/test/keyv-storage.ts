import type { KeyvBridgeStore } from 'keyv';
import type { StoreInterface } from '../src/index.js';

const YEAR = 31_536_000_000;

/** Makes a storage for Keyv out of a store: libraries that take a Keyv keep their values in it. */
export function keyvStorage(store: StoreInterface): KeyvBridgeStore {
  const decoder = new TextDecoder();
  return {
    get: async (key) => {
      const stored = await store.get(key);
      return stored === null ? undefined : decoder.decode(stored.value);
    },
    set: async (key, value: string, ttl = YEAR) => {
      await store.set(key, value, Math.max(1, Math.ceil(ttl)));
      return true;
    },
    delete: (key) => store.delete(key),
    has: async (key) => (await store.get(key)) !== null,
    clear: () => Promise.reject(new Error('a store does not list its keys: give a ttl instead')),
  };
}
