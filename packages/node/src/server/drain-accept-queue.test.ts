import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { drainAcceptQueue } from './drain-accept-queue.js';
import { waitForEvent } from '../../test/wait-for.js';

describe('drainAcceptQueue', () => {
  it('does not exceed its time limit if every turn brings a connection', async () => {
    const server = createServer();
    const begun = performance.now();
    const called = new Promise<void>((resolve) => {
      let over = false;
      const bring = (): void => {
        if (over) return;
        server.emit('connection');
        setImmediate(bring);
      };
      drainAcceptQueue(server, 50, () => {
        over = true;
        resolve();
      });
      bring();
    });
    await waitForEvent('the call', called);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(50);
    expect([server.listenerCount('connection'), server.listenerCount('drop')]).toEqual([0, 0]);
  });
});
