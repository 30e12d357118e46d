import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { signedIn } from './visitor.js';
import { withService } from './with-service.js';

const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = process.env;
const available = hasNginx() && databaseUrl !== '' && redisUrl !== '';
const on = withService(
  available,
  'the library in two processes (install nginx, set DATABASE_URL and REDIS_URL)',
);

on('two processes behind nginx', () => {
  const schema = `library_${crypto.randomUUID().replaceAll('-', '')}`;
  const database = new Client({ connectionString: databaseUrl });
  let folder: string;
  let child: ChildProcess;
  let ports: readonly number[];
  const urlOf = (index: number) => `http://127.0.0.1:${ports[index]}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'library-'));
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
    await rm(folder, { recursive: true });
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
    const program = [
      '--conditions=@mortise/source',
      '--import',
      '../../tooling/loader/register.js',
    ];
    return spawn(process.execPath, [...program, 'src/cluster.ts'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{ ...process.env, NODE_OPTIONS: '', LIBRARY_DATA: folder, REDIS_PREFIX: `${schema}:` },
        ...{ DATABASE_URL: own.href, REDIS_URL: redisUrl },
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

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
