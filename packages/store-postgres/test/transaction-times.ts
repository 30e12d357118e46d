import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { postgresStore, type PostgresStore } from '../src/index.js';
import type { TestDatabase } from './databases.js';

const MINUTE = 60_000;

/**
 * Registers tests of a store in a transaction. There, now() is the time at which it began: a statement with it would find
 * what has ended.
 *
 * @param database of one connection, with the table of the store; it is called in tests
 */
export function keepsTheTimeOfEachStatement(database: () => TestDatabase): void {
  let store: PostgresStore;
  const run = (sql: string) => database().query(sql, []);
  /** Longer than a time to live of 1 ms. */
  const pause = () => run('SELECT pg_sleep(0.01)');

  beforeAll(() => {
    store = postgresStore((...args) => database().query(...args), { timeout: 30_000 });
  });
  beforeEach(async () => {
    await run('DELETE FROM mortise_store');
  });

  async function inTransaction(use: () => Promise<void>): Promise<void> {
    await run('BEGIN');
    try {
      await use();
    } finally {
      await run('ROLLBACK');
    }
  }

  it.each<[string, (version: string) => Promise<unknown>, unknown]>([
    ['get', () => store.get('a'), null],
    ['delete', () => store.delete('a'), false],
    ['delete of a version', (version) => store.delete('a', version), false],
    ['touch', () => store.touch('a', MINUTE), false],
    ['a write over a version', (version) => store.compareAndSet('a', version, 'y', MINUTE), null],
    [
      'a write of an absent key',
      () => store.compareAndSet('a', null, 'y', MINUTE),
      expect.any(String),
    ],
    ['a sweep', () => store.sweep(), 1],
  ])('for %s of a value that has ended', async (_, call, result) => {
    await inTransaction(async () => {
      const version = await store.set('a', 'x', 1);
      await pause();
      expect(await call(version)).toEqual(result);
    });
  });

  it.each([
    [2, 2],
    [0, 0],
    [-1, 0],
  ])('for a step of %d of a counter that has ended', async (by, value) => {
    await inTransaction(async () => {
      await store.increment('a', 5, 1);
      await pause();
      expect(await store.increment('a', by, MINUTE)).toEqual({
        value,
        expiresIn: expect.any(Number),
      });
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['set', () => store.set('a', 'x', MINUTE)],
    ['compareAndSet', () => store.compareAndSet('a', null, 'x', MINUTE)],
    ['increment', () => store.increment('a', 1, MINUTE)],
  ])('for the end of an entry of %s', async (_, write) => {
    await inTransaction(async () => {
      await pause();
      await write();
      const rows = await run(
        `SELECT expires_at > now() + interval '60 s' AS later,
                expires_at <= clock_timestamp() + interval '60 s' AS "notTooLate" FROM mortise_store`,
      );
      expect(rows).toEqual([{ later: true, notTooLate: true }]);
    });
  });

  it('for the milliseconds until a counter ends', async () => {
    await inTransaction(async () => {
      await pause();
      const { expiresIn } = await store.increment('a', 1, MINUTE);
      expect([expiresIn > 0, expiresIn <= MINUTE]).toEqual([true, true]);
    });
  });
}
