import { expectEqual, expectRejection, expectThat, textOf } from './expect.js';
import type { StoreRules } from './store-case.js';

const MINUTE = 60_000;

/** Written values are read back unchanged, and versions distinguish writes. */
export const valueRules: StoreRules = {
  async 'get of an absent key is null'(store, key) {
    expectEqual(await store.get(key), null, 'an absent key');
  },

  async 'bytes are read back exactly, including NUL and invalid UTF-8'(store, key) {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await store.set(key, bytes, MINUTE);
    const stored = await store.get(key);
    expectThat(stored?.value instanceof Uint8Array, 'the value is not a Uint8Array');
    expectEqual([...stored.value], [...bytes], 'the bytes');
  },

  async 'text is stored as UTF-8'(store, key) {
    await store.set(key, 'é€😀', MINUTE);
    expectEqual(textOf(await store.get(key)), 'é€😀', 'the text');
  },

  async 'an empty value is not an absent one'(store, key) {
    await store.set(key, '', MINUTE);
    expectEqual((await store.get(key))?.value.length, 0, 'the length');
  },

  async 'a value of 1 MiB is read back exactly'(store, key) {
    const bytes = Uint8Array.from({ length: 1_048_576 }, (_, at) => at % 251);
    await store.set(key, bytes, MINUTE);
    const value = (await store.get(key))?.value ?? new Uint8Array();
    expectEqual(value.length, bytes.length, 'the length');
    expectThat(
      value.every((byte, at) => byte === bytes[at]),
      'the bytes differ',
    );
  },

  async 'a value over 1 MiB is refused, bytes and text'(store, key) {
    for (const value of [new Uint8Array(1_048_577), 'x'.repeat(1_048_577), 'é'.repeat(524_289)]) {
      await expectRejection('STORE_VALUE_TOO_LARGE', 500, 'a value over 1 MiB', () =>
        store.set(key, value, MINUTE),
      );
    }
    expectEqual(await store.get(key), null, 'the key after the refusal');
  },

  async 'a value that is neither bytes nor text is refused'(store, key) {
    for (const value of [undefined, null, 7, {}, [1]]) {
      const written = () => store.set(key, value as never, MINUTE);
      await expectRejection(
        'STORE_VALUE_INVALID',
        500,
        `the value ${JSON.stringify(value)}`,
        written,
      );
    }
  },

  async 'bytes that the caller changes later do not change the value'(store, key) {
    const bytes = Uint8Array.of(1, 2, 3);
    const written = store.set(key, bytes, MINUTE);
    bytes[0] = 9;
    await written;
    const stored = await store.get(key);
    stored?.value.fill(7);
    expectEqual([...((await store.get(key))?.value ?? [])], [1, 2, 3], 'the bytes');
  },

  async 'set replaces a value, and each write has another version'(store, key) {
    const first = await store.set(key, 'a', MINUTE);
    expectEqual((await store.get(key))?.version, first, 'the version');
    const second = await store.set(key, 'a', MINUTE);
    expectThat(first !== second, 'two writes have the same version');
    const shown = JSON.stringify(second);
    expectThat(
      /^[\w-]{12}$/.test(second),
      `the version: found ${shown}, expected 12 characters of base64url`,
    );
    expectEqual((await store.get(key))?.version, second, 'the version of the second write');
  },

  async 'every key of up to 512 bytes is accepted'(store, key) {
    const prefix = key.slice(-10);
    const names = ['__proto__', 'constructor', 'a b', '{x}:y', "'; --", '%_\\', 'é€😀', '\u0001\n'];
    const long = [`${prefix}${'x'.repeat(512 - prefix.length)}`, `${prefix}${'é'.repeat(251)}`];
    const keys = [...names.map((name) => `${name}${prefix}`), '__proto__', ...long];
    for (const each of keys) await store.set(each, each, MINUTE);
    for (const each of keys) expectEqual(textOf(await store.get(each)), each, 'the value of a key');
    for (const each of keys) expectEqual(await store.delete(each), true, `delete of ${each}`);
  },

  async 'keys that differ in case, or in a trailing space, are different'(store, key) {
    const keys = [`${key}a`, `${key}A`, `${key}a `];
    for (const each of keys) await store.set(each, each, MINUTE);
    for (const each of keys) expectEqual(textOf(await store.get(each)), each, 'the value of a key');
  },

  async 'other keys are refused by every method'(store) {
    const keys = ['', 'a\0b', '\ud800', 'x'.repeat(513), `x${'é'.repeat(256)}`];
    for (const key of [...keys, undefined as never, 7 as never]) {
      const calls = [
        () => store.get(key),
        () => store.set(key, '', MINUTE),
        () => store.compareAndSet(key, null, '', MINUTE),
        () => store.delete(key),
        () => store.touch(key, MINUTE),
        () => store.increment(key, 1, MINUTE),
      ];
      for (const call of calls) {
        await expectRejection('STORE_KEY_INVALID', 500, `the key ${JSON.stringify(key)}`, call);
      }
    }
  },

  async 'times to live are integers from 1 ms to 10 years'(store, key) {
    await store.set(key, 'a', 315_360_000_000);
    expectEqual(await store.touch(key, 315_360_000_000), true, 'touch');
    for (const ttl of [0, -1, 1.5, Number.NaN, Infinity, 315_360_000_001, '5' as never]) {
      const calls = [
        () => store.set(key, 'b', ttl),
        () => store.compareAndSet(key, null, 'b', ttl),
        () => store.touch(key, ttl),
        () => store.increment(key, 1, ttl),
      ];
      for (const call of calls) {
        await expectRejection('STORE_TTL_INVALID', 500, `a time to live of ${String(ttl)}`, call);
      }
    }
    expectEqual(textOf(await store.get(key)), 'a', 'the value after the refusals');
    // Otherwise, each run would leave an entry on the server for 10 years.
    await store.delete(key);
  },
};
