import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { startServer } from '../../../tooling/testing/server-process.js';
import { PROCESS_PATIENCE, waitFor } from '../../../tooling/testing/wait-for.js';

const PROGRAM = new URL('cluster-program.ts', import.meta.url);
const COUNT = /^http_request_duration_seconds_count\{.*route="\/books\/\{id\}".*\} (\d+)$/m;

it(
  'the page of the primary process of a cluster shows the sums of all workers',
  async () => {
    const { url: urls, child } = await startServer(PROGRAM, {});
    const [url = '', page = ''] = urls.split(' ');
    const workers = new Set<string>();
    let sent = 0;
    await waitFor(async () => {
      const response = await fetch(`${url}/books/${sent++}`, { headers: { Connection: 'close' } });
      workers.add(await response.text());
      return workers.size === 2;
    }, PROCESS_PATIENCE);
    const shown = await (await fetch(page)).text();
    expect(COUNT.exec(shown)?.[1]).toBe(String(sent));
    child.kill('SIGTERM');
    await once(child, 'exit');
  },
  2 * PROCESS_PATIENCE,
);
