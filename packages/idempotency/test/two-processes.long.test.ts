import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ServerProcess, startServer } from '../../../tooling/testing/server-process.js';
import { onTwoProcesses } from '../../../tooling/testing/two-processes.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';

const program = new URL('payment-server.ts', import.meta.url);

const send = (url: string, path: string, key: string, body = 'amount=7') =>
  fetch(new URL(path, url), { method: 'POST', headers: { 'Idempotency-Key': `"${key}"` }, body });
const runsAt = async (url: string) => (await fetch(new URL('/runs', url))).text();

onTwoProcesses('payments of two processes', program, (urlOf) => {
  it('run once for 100 requests with one key at the same time', async () => {
    const requests = Array.from({ length: 100 }, (_, at) => send(urlOf(at), '/pay', 'race'));
    const responses = await Promise.all(requests);
    expect(await runsAt(urlOf(0))).toBe('1');
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const paid = responses.filter(({ status }) => status === 201);
    const replayed = paid.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true');
    expect(paid.length - replayed.length).toBe(1);
    const bodies = await Promise.all(paid.map((response) => response.text()));
    expect(new Set(bodies)).toEqual(new Set(['{"run":1}']));
  });

  it('replay the response of the other process, and refuse another body', async () => {
    await send(urlOf(0), '/pay', 'other');
    const replayed = await send(urlOf(1), '/pay', 'other');
    expect([replayed.status, replayed.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect((await send(urlOf(1), '/pay', 'other', 'amount=8')).status).toBe(422);
  });
});

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const storeUrl = process.env[service];
  const on = withService(storeUrl !== undefined, `payments after a restart (set ${service})`);

  on(`payments after a restart, on ${service}`, () => {
    const servers: ServerProcess[] = [];
    const start = async (more: Readonly<Record<string, string>> = {}) => {
      const server = await startServer(program, { ...env, ...more });
      servers.push(server);
      return server.url;
    };
    const env = { STORE_URL: storeUrl ?? '', STORE_PREFIX: crypto.randomUUID() };
    let ended: string;
    let url: string;
    beforeAll(async () => {
      ended = await start({ CRASHES: '1' });
      url = await start();
    });
    afterAll(() => {
      for (const { child } of servers) child.kill('SIGKILL');
    });

    it('are replayed, and lost ones refused or run again', async () => {
      const first = await send(ended, '/pay', 'kept');
      await expect(send(ended, '/crash', 'lost')).rejects.toThrow();
      const second = await send(url, '/pay', 'kept');
      expect([second.status, second.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
      expect(await second.text()).toBe(await first.text());

      let response = await send(url, '/crash', 'lost');
      await waitFor(async () => {
        response = await send(url, '/crash', 'lost');
        return !response.headers.has('Retry-After');
      });
      expect(response.status).toBe(409);
    });

    it('run again if configured, once their claim is lost', async () => {
      const again = await start({ CRASHES: '1' });
      await expect(send(again, '/crash-and-rerun', 'rerun')).rejects.toThrow();
      let response = await send(url, '/crash-and-rerun', 'rerun');
      await waitFor(async () => {
        response = await send(url, '/crash-and-rerun', 'rerun');
        return response.status !== 409;
      });
      expect([response.status, await response.text()]).toEqual([200, 'ran again']);
    });
  });
}
