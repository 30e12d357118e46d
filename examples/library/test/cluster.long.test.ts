import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { freePorts } from './free-port.js';
import { inSchema } from './in-schema.js';
import { programOf } from './program.js';
import { ended, type Program, printed, startProgram, until } from './programs.js';
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
  let program: Program | undefined;
  let metrics: number;
  let ports: readonly number[];
  const urlOf = (index: number) => `http://127.0.0.1:${ports[index]}`;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'library-'));
    await database.connect();
    await database.query(`CREATE SCHEMA ${schema}`);
    [metrics = 0, , ...ports] = await freePorts(5);
    program = startCluster();
    await printed(program, /behind nginx/);
    await until(program, 'become ready', isReady);
  }, 130_000);

  afterAll(async () => {
    await stopped(program);
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
      expect(await copy.text()).toContain('You have borrowed this book.');
    }
  });

  it('close the reading room of one to who signs out at the other', async () => {
    const reader = await signedIn(urlOf(1), 'reader');
    const room = `${urlOf(2).replace('http', 'ws')}/reading-room/socket`;
    const socket = new WebSocket(room, { headers: { Cookie: reader.cookie } });
    await once(socket, 'message'); // it is in the room
    const closed = once(socket, 'close');
    expect((await reader.submit('/sign-out')).status).toBe(303);
    expect((await closed)[0]).toBe(1008);
  });

  it('print what each of them logs, and measure each on a port of its own', async () => {
    await fetch(`${urlOf(2)}/statistics`);
    if (program !== undefined) await printed(program, /GET \/statistics 200/);
    const pages = await Promise.all(
      [0, 1].map(async (index) => (await fetch(`http://127.0.0.1:${metrics + index}/`)).text()),
    );
    expect(pages.map((page) => page.includes('route="/statistics"'))).toEqual([false, true]);
  });

  it('end with the program that was told to end while it starts', async () => {
    const [first = 0, second = 0, own = 0] = await freePorts(3);
    const starting = startCluster({
      ...{ PORT: String(own), PROCESS_PORTS: `${first},${second}`, METRICS_PORT: '0' },
    });
    try {
      await until(starting, 'open its first process', () => isOpen(first));
      starting.child.kill('SIGTERM');
      expect(await ended(starting)).toBe(0);
      expect([await isOpen(first), await isOpen(second), await isOpen(own)]).toEqual([
        false,
        false,
        false,
      ]);
    } finally {
      starting.child.kill('SIGTERM'); // the second one ends a program that has ignored the first
    }
  }, 130_000);

  function startCluster(variables: Record<string, string> = {}): Program {
    return startProgram(programOf('cluster'), {
      ...{ ...process.env, NODE_OPTIONS: '', LIBRARY_DATA: data, REDIS_PREFIX: `${schema}:` },
      ...{ DATABASE_URL: inSchema(databaseUrl, schema), REDIS_URL },
      ...{ PORT: String(ports[0]), PROCESS_PORTS: ports.slice(1).join(',') },
      ...{ METRICS_PORT: String(metrics), ...variables },
    });
  }

  function isReady(): Promise<boolean> {
    return fetch(`${urlOf(0)}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
});

/** Ends a program that may have ended already. */
async function stopped(program: Program | undefined): Promise<void> {
  if (program === undefined || program.child.exitCode !== null) return;
  program.child.kill('SIGTERM');
  await ended(program);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

async function firstEvent(page: Response): Promise<string> {
  let text = '';
  for await (const chunk of page.body ?? []) {
    text += new TextDecoder().decode(chunk as Uint8Array);
    if (/^data:.*\n/m.test(text)) break;
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
