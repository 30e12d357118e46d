/** PostgreSQL accepts queries and does not respond. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCluster, type RunningCluster } from './running-cluster.js';
import { behind, services } from './services-of-tests.js';

const send = (url: string, text: string) =>
  fetch(`${url}/notes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  }).then(({ status }) => status);

behind('nginx')('a process whose database does not respond', () => {
  let cluster: RunningCluster;
  const statuses: number[] = [];
  beforeAll(async () => {
    cluster = await runCluster('nginx', 1, { ...services, timeout: 4_000 });
    statuses.push(await send(cluster.url, 'milk'), await send(cluster.url, '\0'));
    await cluster.blockNotes();
  });
  afterAll(() => cluster.close());

  it('has stored what PostgreSQL can store, and refused the rest', () => {
    expect(statuses).toEqual([201, 422]);
  });

  it('fails the request within its timeout, and ends when it is stopped', async () => {
    expect(await send(cluster.url, 'tea')).toBe(500);
    await cluster.stop(0);
  });
});
