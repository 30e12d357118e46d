import type { StoreInterface } from '@mortise/store';
import { expectEqual, expectThat, textOf } from './expect.js';
import type { StoreRules } from './store-case.js';

const MINUTE = 60_000;

/** One of several concurrent changes wins; the others change nothing. */
export const raceRules: StoreRules = {
  async 'compareAndSet with null writes only an absent key'(store, key) {
    const version = await store.compareAndSet(key, null, 'a', MINUTE);
    expectEqual((await store.get(key))?.version, version, 'the version');
    expectEqual(await store.compareAndSet(key, null, 'b', MINUTE), null, 'the second write');
    expectEqual(textOf(await store.get(key)), 'a', 'the value');
  },

  async 'compareAndSet with the current version writes'(store, key) {
    const first = await store.set(key, 'a', MINUTE);
    const second = await store.compareAndSet(key, first, 'b', MINUTE);
    const stored = await store.get(key);
    expectEqual([textOf(stored), stored?.version], ['b', second], 'value and version');
  },

  async 'compareAndSet with an old version changes nothing'(store, key) {
    const old = await store.set(key, 'a', MINUTE);
    const current = await store.set(key, 'b', MINUTE);
    expectEqual(await store.compareAndSet(key, old, 'c', MINUTE), null, 'the write');
    const stored = await store.get(key);
    expectEqual([textOf(stored), stored?.version], ['b', current], 'value and version');
  },

  async 'a key that was deleted and written again does not match an old version'(store, key) {
    const old = await store.set(key, 'a', MINUTE);
    await store.delete(key);
    await store.set(key, 'a', MINUTE);
    expectEqual(await store.compareAndSet(key, old, 'c', MINUTE), null, 'the write');
    expectEqual(await store.delete(key, old), false, 'the deletion');
  },

  async 'a version that no write returned matches none, whatever its characters are'(store, key) {
    await store.set(key, 'a', MINUTE);
    for (const made of ['', 'x', 'a\0b', '\ud800', "'", '9'.repeat(400)]) {
      const name = JSON.stringify(made);
      expectEqual(
        await store.compareAndSet(key, made, 'b', MINUTE),
        null,
        `the write with ${name}`,
      );
      expectEqual(await store.delete(key, made), false, `the deletion with ${name}`);
    }
    expectEqual(textOf(await store.get(key)), 'a', 'the value');
  },

  async 'compareAndSet with a version does not restore a deleted key'(store, key) {
    const version = await store.set(key, 'a', MINUTE);
    await store.delete(key);
    expectEqual(await store.compareAndSet(key, version, 'b', MINUTE), null, 'the write');
    for (const none of ['', undefined as never]) {
      const written = await store.compareAndSet(key, none, 'b', MINUTE);
      expectEqual(written, null, `the write with the version ${JSON.stringify(none)}`);
    }
    expectEqual(await store.get(key), null, 'the key');
  },

  async 'delete returns whether a value was deleted'(store, key) {
    await store.set(key, 'a', MINUTE);
    expectEqual([await store.delete(key), await store.delete(key)], [true, false], 'two deletions');
    expectEqual(await store.get(key), null, 'the key');
  },

  async 'delete with a version deletes only that version'(store, key) {
    const old = await store.set(key, 'a', MINUTE);
    const current = await store.set(key, 'b', MINUTE);
    expectEqual(await store.delete(key, old), false, 'the deletion of the old version');
    expectEqual(textOf(await store.get(key)), 'b', 'the value');
    expectEqual(await store.delete(key, current), true, 'the deletion of the current version');
  },

  async 'of 50 concurrent writes to an absent key one wins'(store, key) {
    await expectOneWinner(store, key, null);
  },

  async 'of 50 concurrent writes over one version one wins'(store, key) {
    await expectOneWinner(store, key, await store.set(key, 'before', MINUTE));
  },

  async 'of 20 concurrent deletions of one value one wins'(store, key) {
    const version = await store.set(key, 'a', MINUTE);
    const calls = Array.from({ length: 20 }, (_, at) =>
      store.delete(key, at % 2 ? version : undefined),
    );
    const wins = (await Promise.all(calls)).filter((won) => won);
    expectEqual(wins.length, 1, 'how many deletions won');
  },
};

async function expectOneWinner(
  store: StoreInterface,
  key: string,
  expected: string | null,
): Promise<void> {
  const texts = Array.from({ length: 50 }, (_, at) => `writer ${at}`);
  const calls = texts.map((text) => store.compareAndSet(key, expected, text, MINUTE));
  const versions = await Promise.all(calls);
  const winners = texts.filter((_, at) => versions[at] !== null);
  expectEqual(winners.length, 1, 'how many writes won');
  const stored = await store.get(key);
  expectThat(stored !== null, 'the key is absent after the race');
  expectEqual(textOf(stored), winners[0], 'the value');
  expectThat(versions.includes(stored.version), 'the version is not that of the winner');
}
