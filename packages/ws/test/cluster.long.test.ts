import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { startServer } from '../../../tooling/testing/server-process.js';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { exchange, type OpenClient, opened } from './clients.js';

it('opens connections in each worker of a cluster, and tells them that it ends', async () => {
  const { child, url } = await startServer(new URL('cluster-program.ts', import.meta.url), {});
  const ended = once(child, 'exit');
  const clients: OpenClient[] = [];
  const workers = new Set<unknown>();
  try {
    // The operating system chooses the worker of each connection.
    await waitFor(async () => {
      const more = await Promise.all(Array.from({ length: 8 }, () => opened(url, '/')));
      clients.push(...more);
      for (const said of await Promise.all(more.map((client) => exchange(client, 'who')))) {
        said.forEach((worker) => workers.add(worker));
      }
      return workers.size === 2;
    });
  } finally {
    child.kill('SIGTERM');
  }
  for (const { closed } of clients) {
    expect(await waitForEvent('the close', closed, 20_000)).toEqual([
      1001,
      'the server is closing',
    ]);
  }
  await waitForEvent('the end of the cluster', ended, 20_000);
});
