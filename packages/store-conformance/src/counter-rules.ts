import { eventually, expectEqual, expectRejection, expectThat } from './expect.js';
import type { StoreRules } from './store-case.js';

const MINUTE = 60_000;

/** Counters are exact under concurrency, never fall below 0, and keep the expiry of the first increment. */
export const counterRules: StoreRules = {
  async 'a counter starts at the first value added'(store, key) {
    const first = await store.increment(key, 2, MINUTE);
    expectEqual([first.value, (await store.increment(key, 3, MINUTE)).value], [2, 5], 'the counts');
    const { expiresIn } = first;
    expectThat(expiresIn > 0 && expiresIn <= MINUTE, `the first expiresIn is ${expiresIn}`);
  },

  async '200 concurrent increments return every count from 1 to 200'(store, key) {
    const calls = Array.from({ length: 200 }, () => store.increment(key, 1, MINUTE));
    const counts = (await Promise.all(calls)).map(({ value }) => value);
    const expected = Array.from({ length: 200 }, (_, at) => at + 1);
    expectEqual(
      counts.sort((a, b) => a - b),
      expected,
      'the counts',
    );
  },

  async 'a counter keeps its first expiry'(store, key) {
    await store.increment(key, 1, 2_000);
    const { expiresIn } = await store.increment(key, 1, MINUTE);
    expectThat(expiresIn >= 0 && expiresIn <= 2_000, `expiresIn is ${expiresIn}, of at most 2000`);
    const ended = async () => (await store.increment(key, 0, MINUTE)).value === 0;
    await eventually(ended, 'the counter does not expire');
    expectEqual((await store.increment(key, 1, MINUTE)).value, 1, 'the count after the expiry');
  },

  async 'adding 0 reads a counter'(store, key) {
    await store.increment(key, 7, MINUTE);
    const counts = [await store.increment(key, 0, MINUTE), await store.increment(key, 0, MINUTE)];
    expectEqual(
      counts.map(({ value }) => value),
      [7, 7],
      'the counts',
    );
  },

  async 'an absent counter is 0 and is not created by 0 or less'(store, key) {
    expectEqual(await store.increment(key, 0, 5_000), { value: 0, expiresIn: 5_000 }, 'by 0');
    expectEqual(await store.increment(key, -3, 5_000), { value: 0, expiresIn: 5_000 }, 'by -3');
    const { expiresIn } = await store.increment(key, 1, MINUTE);
    expectThat(
      expiresIn > 5_000,
      `the expiry was set before the first count: expiresIn ${expiresIn}`,
    );
  },

  async 'a counter never goes below 0'(store, key) {
    await store.increment(key, 5, MINUTE);
    const counts = [];
    for (const by of [-2, -7, -1, 4]) counts.push((await store.increment(key, by, MINUTE)).value);
    expectEqual(counts, [3, 0, 0, 4], 'the counts');
  },

  async 'a counter at 0 keeps its expiry'(store, key) {
    await store.increment(key, 5, 5_000);
    await store.increment(key, -5, MINUTE);
    const { expiresIn } = await store.increment(key, 1, MINUTE);
    expectThat(expiresIn <= 5_000, `expiresIn is ${expiresIn}, of at most 5000`);
  },

  async 'the largest increments are exact'(store, key) {
    for (let step = 1; step <= 4; step++) {
      const { value } = await store.increment(key, 2_147_483_647, MINUTE);
      expectEqual(value, step * 2_147_483_647, 'the count');
    }
    expectEqual(
      (await store.increment(key, -2_147_483_647, MINUTE)).value,
      6_442_450_941,
      'the count',
    );
  },

  async 'other increments are refused'(store, key) {
    for (const by of [1.5, Number.NaN, 2_147_483_648, -2_147_483_648, '1' as never]) {
      await expectRejection('STORE_STEP_INVALID', 500, `an increment of ${String(by)}`, () =>
        store.increment(key, by, MINUTE),
      );
    }
    expectEqual((await store.increment(key, 0, MINUTE)).value, 0, 'the count after the refusals');
  },

  async 'counters and values are separate'(store, key) {
    await store.increment(key, 3, MINUTE);
    expectEqual(await store.get(key), null, 'the value');
    expectEqual(await store.delete(key), false, 'the deletion');
    expectThat((await store.compareAndSet(key, null, 'a', MINUTE)) !== null, 'the key is taken');
    expectEqual((await store.increment(key, 1, MINUTE)).value, 4, 'the count');
    await store.delete(key);
    expectEqual((await store.increment(key, 1, MINUTE)).value, 5, 'the count after the deletion');
  },
};
