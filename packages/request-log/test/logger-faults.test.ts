import { afterEach, expect, it } from '@jest/globals';
import { createApp, text } from 'mortise';
import { overSocket, type TestClient } from 'mortise/testing';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { accessLog } from '../src/index.js';

const clients: TestClient[] = [];
/** Ends what a logger waits for: a server that closes waits for it too. */
const release: (() => void)[] = [];
afterEach(async () => {
  for (const end of release.splice(0)) end();
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

it.each([
  [
    'throws',
    true,
    () => {
      throw new Error('the disk is full');
    },
  ],
  ['rejects', true, () => Promise.reject(new Error('the disk is full'))],
  ['does not settle', false, () => new Promise<void>((resolve) => void release.push(resolve))],
])('a response is sent even with a logger that %s', async (_, isReported, write) => {
  let lines = 0;
  const log = (): unknown => {
    lines += 1;
    return write();
  };
  const app = createApp();
  app.get('/', (_request, response) => text(response, 'page'));
  const levels = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'];
  const logger = Object.fromEntries([...levels, 'log'].map((level) => [level, log]));
  app.add(accessLog(logger as never));
  const errors: unknown[] = [];
  const client = overSocket(app, { onError: (error) => errors.push(error) });
  clients.push(client);
  for (const count of [1, 2, 3]) {
    const response = await client.get('/');
    expect([response.getStatusCode(), await response.getBody().text()]).toEqual([200, 'page']);
    await waitFor(() => lines >= count && errors.length >= (isReported ? count : 0));
  }
});
