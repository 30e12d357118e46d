import { expect, it } from '@jest/globals';
import { memoryStore } from '@mortise/store';
import { createApp, serve, text } from 'mortise';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { rateLimit } from '../src/index.js';

const statusOf = (socketPath: string, address: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { Host: 'site.test', 'X-Forwarded-For': address };
    request({ socketPath, headers, agent: false }, (incoming) => {
      incoming.resume().on('end', () => {
        resolve(incoming.statusCode);
      });
    })
      .on('error', reject)
      .end();
  });

it('clients behind a trusted proxy on a Unix socket are counted by their own addresses', async () => {
  const app = createApp();
  app.get('/', (_request, response) => text(response, 'page'));
  const policies = [{ name: 'p', limit: 1, window: 31_536_000 }];
  app.add(rateLimit({ store: memoryStore(), policies }));
  // Not where TMPDIR says: the path of a socket has room for a hundred bytes.
  const folder = mkdtempSync('/tmp/mortise-');
  const path = join(folder, 'socket');
  const server = await serve(app, { path, trustProxy: ['unix'] });
  const addresses = ['203.0.113.7', '203.0.113.8', '203.0.113.7', '203.0.113.9'];
  const statuses = [];
  for (const address of addresses) statuses.push(await statusOf(path, address));
  await server.close();
  rmSync(folder, { recursive: true });
  expect(statuses).toEqual([200, 200, 429, 200]);
});
