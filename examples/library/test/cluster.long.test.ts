import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { freePorts } from './free-port.js';
import { folder, programOf } from './program.js';
import { signedIn } from './visitor.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = process.env;
const available = hasNginx() && databaseUrl !== '' && redisUrl !== '';
const on = withService(
  available,
  'the library in two processes (install nginx, set DATABASE_URL and REDIS_URL)',
);

on.each([
  ['PostgreSQL and Redis', redisUrl],
  ['PostgreSQL alone', undefined],
])('two processes behind nginx, on %s', (_, REDIS_URL) => {
  const schema = `library_${crypto.randomUUID().replaceAll('-', '')}`;
  const database = new Client({ connectionString: databaseUrl });
  let data: string;
  let child: ChildProcess;
  let ports: readonly number[];
  const urlOf = (index: number) => `http://127.0.0.1:${ports[index]}`;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'library-'));
    await database.connect();
    await database.query(`CREATE SCHEMA ${schema}`);
    ports = await freePorts(3);
    child = startCluster();
    let printed = '';
    while (!printed.includes('behind nginx')) {
      const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer];
      printed += chunk.toString();
    }
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
  }, 120_000);

  afterAll(async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    await database.query(`DROP SCHEMA ${schema} CASCADE`);
    await database.end();
    await rm(data, { recursive: true });
  });

  it('share sessions, loans and events', async () => {
    const reader = await signedIn(urlOf(0), 'reader');
    const stop = new AbortController();
    const pages = await Promise.all(
      [1, 2].map((index) => fetch(`${urlOf(index)}/events`, { signal: stop.signal })),
    );
    expect((await reader.submit('/books/40/borrow')).status).toBe(303);
    for (const page of pages) expect(await firstEvent(page)).toContain('"book":40,"free":1');
    stop.abort();
    for (const index of [1, 2]) {
      const copy = await fetch(`${urlOf(index)}/books/40`, { headers: { Cookie: reader.cookie } });
      expect(await copy.text()).toContain('You have this book at home.');
    }
  });

  function startCluster(): ChildProcess {
    const own = new URL(databaseUrl);
    own.searchParams.set('options', `-c search_path=${schema}`);
    return spawn(process.execPath, programOf('cluster'), {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{ ...process.env, NODE_OPTIONS: '', LIBRARY_DATA: data, REDIS_PREFIX: `${schema}:` },
        ...{ DATABASE_URL: own.href, REDIS_URL },
        ...{ PORT: String(ports[0]), PROCESS_PORTS: ports.slice(1).join(',') },
      },
    });
  }

  function isReady(): Promise<boolean> {
    return fetch(`${urlOf(0)}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
});

async function firstEvent(page: Response): Promise<string> {
  let text = '';
  for await (const chunk of page.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array);
    if (text.includes('data:')) break;
  }
  return text;
}

function hasNginx(): boolean {
  try {
    execFileSync('/usr/sbin/nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
