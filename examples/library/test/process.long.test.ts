import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, fetchTransport } from '@mortise/client';
import { importFile } from '../src/command-line/import-file.js';
import { libraryContract } from '../src/contract.js';
import { librarian } from './rules/api.js';
import { signedIn } from './visitor.js';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Milliseconds for each action of a program, which compiles its sources first. */
const PATIENCE = 60_000;

/** A program that was started like `npm start` does, and its whole output. */
interface Program {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

describe('the program', () => {
  const children: ChildProcess[] = [];
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'library-'));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(data, { recursive: true, force: true });
  });

  function start(port = '0', variables: Record<string, string> = {}): Program {
    const child = spawn(
      process.execPath,
      [
        // PostgreSQL is compiled once, without optimizing it.
        '--liftoff-only',
        '--conditions=@mortise/source',
        '--import',
        '../../tooling/loader/register.js',
        'src/main.ts',
      ],
      { cwd: folder, env: { ...environment(port), ...variables } },
    );
    children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    }
    return { child, printed: () => text };
  }

  function environment(port: string): NodeJS.ProcessEnv {
    const own = { ...process.env, NODE_OPTIONS: '', PORT: port, LIBRARY_DATA: data };
    const services = new Set(['DATABASE_URL', 'REDIS_URL']);
    return Object.fromEntries(Object.entries(own).filter(([name]) => !services.has(name)));
  }

  async function address({ child, printed }: Program): Promise<string> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const url = /http:\/\/\S+\d/.exec(printed())?.[0];
      if (url !== undefined) return url;
      if (child.exitCode !== null) throw new Error(`it ended:\n${printed()}`);
      if (performance.now() > end) throw new Error(`it prints no address:\n${printed()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function ended(child: ChildProcess): Promise<number | null> {
    const patience = setTimeout(() => child.emit('error', new Error('it does not end')), PATIENCE);
    try {
      const [code] = (await once(child, 'close')) as [number | null];
      return code;
    } finally {
      clearTimeout(patience);
    }
  }

  async function stop({ child }: Program): Promise<number | null> {
    child.kill('SIGINT');
    return ended(child);
  }

  it('prints an address and two people, measures requests on a port of its own, keeps a loan and a log-in across a restart, and exits cleanly', async () => {
    const metricsPort = await freePort();
    const first = start('0', { METRICS_PORT: metricsPort });
    const url = await address(first);
    expect(first.printed()).toContain('librarian');
    expect(first.printed()).toContain('quiet-please');
    const reader = await signedIn(url, 'reader');
    expect((await reader.submit('/books/3/borrow')).status).toBe(303);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text();
    expect(metrics).toContain('route="/books/{id:[0-9]+}/borrow",status_class="3xx"');
    expect(await stop(first)).toBe(0);

    const second = start();
    const again = reader.at(await address(second));
    expect(await again.open('/books/3')).toContain('You have this book at home.');
    expect(await stop(second)).toBe(0);
  });

  it('continues an import after it was killed, with every line once', async () => {
    const port = await freePort();
    const first = start(port);
    const url = await address(first);
    const line = JSON.stringify({ title: 'x', author: 'Killed', year: 1900, language: 'English' });
    const file = join(data, 'books.ndjson');
    await writeFile(file, `${line}\n`.repeat(12_000));
    const transport = fetchTransport({ headers: librarian });
    const client = createClient(libraryContract, { baseUrl: `${url}/api`, transport });
    let second: Program | undefined;
    const print = (progress: string): void => {
      if (first.child.killed || !progress.startsWith('[')) return;
      // Its books are in use until it has ended.
      first.child.once('exit', () => {
        second = start(port);
      });
      first.child.kill('SIGKILL');
    };
    const state = await importFile({ client, url, headers: librarian, file, print });
    expect(state).toMatchObject({ lines: 12_000, added: 12_000, finished: true });
    const found = await client.books.list({ query: { q: 'Killed' } });
    expect(found.described && found.body.total).toBe(12_000);
    if (second !== undefined) await stop(second);
  });

  it('says in one sentence that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    expect(await refusal(start(port))).toEqual([expect.stringContaining(port)]);
    other.close();
  });

  it('names every variable with a bad value in one error', async () => {
    const bad = { PORT: '70000', DATABASE_URL: 'mysql://localhost', SIGN_INS: 'many' };
    const child = start('0', bad);
    const lines = await refusal(child);
    for (const name of Object.keys(bad))
      expect(lines).toContainEqual(expect.stringContaining(name));
    expect(lines).toHaveLength(4);
  });

  it('says in one sentence that its books are in use', async () => {
    const first = start();
    await address(first);
    expect(await refusal(start())).toEqual([expect.stringContaining(String(first.child.pid))]);
    await stop(first);
  });

  async function freePort(): Promise<string> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    return String(port);
  }

  /** The output of a program that exits with 1. */
  async function refusal({ child, printed }: Program): Promise<string[]> {
    expect(await ended(child)).toBe(1);
    return printed().trim().split('\n');
  }
});
