import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { startServer } from '../../../tooling/testing/server-process.js';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { exchange, opened } from './clients.js';

it('opens connections in each worker of a cluster, and tells them that it ends', async () => {
  const { child, url } = await startServer(new URL('cluster-program.ts', import.meta.url), {});
  const clients = await Promise.all(Array.from({ length: 8 }, () => opened(url, '/')));
  const workers = await Promise.all(clients.map((client) => exchange(client, 'who')));
  expect(new Set(workers.flat()).size).toBe(2);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  for (const { closed } of clients) {
    expect(await waitForEvent('the close', closed, 20_000)).toEqual([
      1001,
      'the server is closing',
    ]);
  }
  await waitForEvent('the end of the cluster', ended, 20_000);
});
