import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { type DrainTimes, drainAcceptQueue } from './drain-accept-queue.js';
import { waitForEvent } from '../../test/wait-for.js';

describe('drainAcceptQueue', () => {
  it('accepts as many connections as can have waited, however long each turn takes', async () => {
    const { brought } = await drained({ calm: 1, most: 60_000 }, 1);
    expect(brought).toBeGreaterThan(511); // the maximum of connections that wait
  });

  it('accepts no more than those after its time, where every turn brings a connection', async () => {
    const { elapsed, listeners } = await drained({ calm: 50, most: 60_000 }, 0);
    expect(elapsed).toBeGreaterThanOrEqual(50);
    expect(listeners).toEqual([0, 0]);
  });

  it('waits no longer than it may, however many connections have waited', async () => {
    const { brought } = await drained({ calm: 1, most: 20 }, 5);
    expect(brought).toBeLessThan(511);
  });

  it('ends with the first turn without a connection after its time, however long that turn is', async () => {
    const { brought } = await drained({ calm: 1, most: 60_000 }, 2, 3);
    expect(brought).toBe(3);
  });
});

/**
 * Drains a queue of which each turn of the event loop accepts one connection.
 *
 * @param busy milliseconds that a turn takes
 * @param count connections that arrive
 */
async function drained(times: DrainTimes, busy: number, count = Infinity) {
  const server = createServer();
  const begun = performance.now();
  let brought = 0;
  const called = new Promise<void>((resolve) => {
    let over = false;
    const bring = (): void => {
      if (over) return;
      if (brought < count) {
        brought++;
        server.emit('connection');
      }
      for (const end = performance.now() + busy; performance.now() < end; );
      setImmediate(bring);
    };
    drainAcceptQueue(server, times, () => {
      over = true;
      resolve();
    });
    bring();
  });
  await waitForEvent('the call', called);
  const listeners = [server.listenerCount('connection'), server.listenerCount('drop')];
  return { brought, elapsed: performance.now() - begun, listeners };
}
