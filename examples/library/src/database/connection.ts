import type { PoolClient } from 'pg';
import type { Query } from './database.js';
import { isAway } from './unavailable.js';

/**
 * Does work on a connection of a pool. A statement that waits too long fails with an error of which `isAway` is true; the
 * first one shares its time with the wait for the connection, so that a busy pool and then a silent server take no longer.
 *
 * @param patience milliseconds
 * @param undo the statement that undoes work that fails; none for a single statement, which leaves nothing begun
 */
export async function onConnection<Result>(
  pool: { connect(): Promise<Pick<PoolClient, 'query' | 'on' | 'off' | 'release'>> },
  patience: number,
  work: (query: Query) => Promise<Result>,
  undo?: 'ROLLBACK',
): Promise<Result> {
  const start = performance.now();
  const client = await pool.connect();
  let left = Math.max(1, patience - (performance.now() - start));
  let isReusable = true;
  // A connection that breaks fails its query. Without a listener it would also end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  const query: Query = async <Row>(text: string, values: readonly unknown[] = []) => {
    const statement = { text, values: [...values], query_timeout: left };
    left = patience;
    const { rows } = await client.query(statement);
    return rows as Row[];
  };
  try {
    return await work(query);
  } catch (error) {
    // A server that is away would not answer to it either.
    const undone = undo === undefined || isAway(error) ? [] : await query(undo).catch(() => null);
    isReusable = !isAway(error) && undone !== null;
    throw error;
  } finally {
    client.off('error', ignore);
    // One that may still be in its transaction is closed: its next user would commit what was begun here.
    client.release(!isReusable);
  }
}
