import { eventually, expectEqual, textOf } from './expect.js';
import type { StoreRules } from './store-case.js';

const MINUTE = 60_000;

/** A time to live in milliseconds that ends within a case, but not between two calls on a busy machine. */
const SHORT = 1_500;

/** Values expire, and `touch` gives them a new time to live. */
export const expiryRules: StoreRules = {
  async 'a value expires, and its key is free for compareAndSet with null'(store, key) {
    const version = await store.set(key, 'a', 30);
    await eventually(async () => (await store.get(key)) === null, 'the value does not expire');
    expectEqual(await store.compareAndSet(key, version, 'b', MINUTE), null, 'the old version');
    expectEqual(await store.touch(key, MINUTE), false, 'touch of an expired value');
    expectEqual(await store.delete(key), false, 'delete of an expired value');
    expectEqual(await store.delete(key, version), false, 'delete of its version');
    const again = await store.compareAndSet(key, null, 'c', MINUTE);
    const stored = await store.get(key);
    expectEqual([textOf(stored), stored?.version], ['c', again], 'the value after it');
  },

  async 'a value of compareAndSet expires'(store, key) {
    await store.compareAndSet(key, null, 'a', 30);
    await eventually(async () => (await store.get(key)) === null, 'a new value does not expire');
    const version = await store.set(key, 'a', MINUTE);
    await store.compareAndSet(key, version, 'b', 30);
    await eventually(async () => (await store.get(key)) === null, 'the value does not expire');
  },

  async 'set gives an expired key a new time to live'(store, key) {
    await store.set(key, 'a', 30);
    await eventually(async () => (await store.get(key)) === null, 'the value does not expire');
    await store.set(key, 'b', MINUTE);
    expectEqual(textOf(await store.get(key)), 'b', 'the value');
  },

  async 'touch extends the time to live of a value and keeps its version'(store, key) {
    const version = await store.set(key, 'a', SHORT);
    expectEqual(await store.touch(key, MINUTE), true, 'touch');
    await store.set(`${key}-other`, 'a', SHORT);
    await eventually(
      async () => (await store.get(`${key}-other`)) === null,
      'a value does not expire',
    );
    const stored = await store.get(key);
    expectEqual([textOf(stored), stored?.version], ['a', version], 'value and version');
  },

  async 'touch shortens the time to live, too'(store, key) {
    await store.set(key, 'a', MINUTE);
    await store.touch(key, 30);
    await eventually(async () => (await store.get(key)) === null, 'the value does not expire');
  },

  async 'touch of an absent key creates nothing'(store, key) {
    expectEqual(await store.touch(key, MINUTE), false, 'touch');
    expectEqual(await store.get(key), null, 'the key');
  },
};
