import { expect, it, jest } from '@jest/globals';
import { onConnection } from '../src/database/connection.js';

/** A pool whose only connection is free after a time; it notes how long each statement may take. */
function busyPool(wait: number) {
  const timeouts: number[] = [];
  const released: unknown[] = [];
  const client = {
    query: (statement: { query_timeout: number; text: string }) => {
      timeouts.push(statement.query_timeout);
      return statement.text === 'fail'
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
  return { timeouts, released, pool: { connect } as never };
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

it('a connection is used again after a statement was refused and rolled back', async () => {
  const { pool, released, timeouts } = busyPool(0);
  const work = onConnection(pool, 3_000, (query) => query('fail'));
  await expect(work).rejects.toThrow('no');
  expect([released, timeouts]).toEqual([[false], [3_000, 3_000]]);
});
