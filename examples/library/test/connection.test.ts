import { expect, it, jest } from '@jest/globals';
import { onConnection } from '../src/database/connection.js';

/** A pool whose only connection is free after a time; it notes how long each statement may take. */
function busyPool(wait: number, failing: readonly string[] = []) {
  const timeouts: number[] = [];
  const statements: string[] = [];
  const released: unknown[] = [];
  const client = {
    query: (statement: { query_timeout: number; text: string }) => {
      timeouts.push(statement.query_timeout);
      statements.push(statement.text);
      return failing.includes(statement.text)
        ? Promise.reject(new Error('no'))
        : Promise.resolve({ rows: [] });
    },
    ...{ on: () => undefined, off: () => undefined },
    release: (isBroken: unknown) => released.push(isBroken),
  };
  const connect = async () => {
    await jest.advanceTimersByTimeAsync(wait);
    return client;
  };
  return { timeouts, statements, released, pool: { connect } as never };
}

jest.useFakeTimers();

it('a statement has what its wait for a connection has left of the time; those after it have all of it', async () => {
  const { pool, timeouts } = busyPool(2_000);
  await onConnection(pool, 3_000, async (query) => {
    await query('BEGIN');
    await query('SELECT 1');
  });
  expect(timeouts).toEqual([1_000, 3_000]);
});

it('a wait for a connection that has taken all the time leaves a statement none: not one without a limit', async () => {
  const { pool, timeouts } = busyPool(3_000);
  await onConnection(pool, 3_000, (query) => query('SELECT 1'));
  expect(timeouts).toEqual([1]);
});

it('a connection is used again after a single statement was refused, with nothing to roll back', async () => {
  const { pool, released, statements } = busyPool(0, ['SELECT 1']);
  const work = onConnection(pool, 3_000, (query) => query('SELECT 1'));
  await expect(work).rejects.toThrow('no');
  expect([released, statements]).toEqual([[false], ['SELECT 1']]);
});

it.each([
  ['used again after a transaction was rolled back', [], false],
  ['closed if the transaction could not be rolled back', ['ROLLBACK'], true],
])('a connection is %s', async (_, failing, isClosed) => {
  const { pool, released, statements, timeouts } = busyPool(0, ['SELECT 1', ...failing]);
  const work = onConnection(pool, 3_000, (query) => query('SELECT 1'), 'ROLLBACK');
  await expect(work).rejects.toThrow('no');
  expect(statements).toEqual(['SELECT 1', 'ROLLBACK']);
  expect([released, timeouts]).toEqual([[isClosed], [3_000, 3_000]]);
});
