import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitForEvent, PROCESS_PATIENCE } from '../../../tooling/testing/wait-for.js';
import { withService } from '../../../tooling/testing/with-service.js';

const root = new URL('../../../', import.meta.url);

for (const service of ['REDIS_URL', 'DATABASE_URL']) {
  const storeUrl = process.env[service];
  const on = withService(storeUrl !== undefined, `limits of two processes (set ${service})`);

  on(`limits of two processes, on ${service}`, () => {
    const children: ChildProcess[] = [];
    let urls: readonly string[];
    beforeAll(async () => {
      const env = { STORE_URL: storeUrl ?? '', STORE_PREFIX: crypto.randomUUID() };
      const servers = [start(env), start(env)];
      children.push(...servers.map(({ child }) => child));
      urls = await Promise.all(servers.map(({ url }) => url));
    });
    afterAll(() => {
      for (const child of children) child.kill('SIGKILL');
    });

    it('let exactly 100 of 300 requests through', async () => {
      const requests = Array.from({ length: 300 }, (_, at) => fetch(String(urls[at % 2])));
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      const count = (status: number) => statuses.filter((each) => each === status).length;
      expect([count(200), count(429)]).toEqual([100, 200]);
    });
  });
}

function start(env: Readonly<Record<string, string>>): {
  child: ChildProcess;
  url: Promise<string>;
} {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@mortise/source',
      '--import',
      new URL('tooling/loader/register.js', root).href,
      new URL('packages/rate-limit/test/limit-server.ts', root).pathname,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '', ...env } },
  );
  const printed = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      resolve(chunk.toString().trim());
    });
    child.on('exit', (code) => {
      reject(new Error(`the server ended with ${code}`));
    });
  });
  return { child, url: waitForEvent('a server that starts', printed, PROCESS_PATIENCE) };
}
