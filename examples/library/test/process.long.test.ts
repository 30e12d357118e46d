import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { librarian } from './running-library.js';

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

  function start(port = '0'): Program {
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
      { cwd: folder, env: environment(port) },
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
    return Object.fromEntries(Object.entries(own).filter(([name]) => name !== 'DATABASE_URL'));
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

  it('prints an address and credentials, keeps a change across a restart, and exits cleanly', async () => {
    const first = start();
    const url = await address(first);
    expect(first.printed()).toContain('librarian');
    expect(first.printed()).toContain('quiet-please');
    const deleted = await fetch(`${url}/api/library/books/3`, {
      method: 'DELETE',
      headers: { Authorization: librarian },
    });
    expect(deleted.status).toBe(204);
    expect(await stop(first)).toBe(0);

    const second = start();
    const read = await fetch(`${await address(second)}/api/library/books/3`);
    expect(read.status).toBe(404);
    expect(await stop(second)).toBe(0);
  });

  it('says in one sentence that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    expect(await refusal(start(port))).toEqual([expect.stringContaining(port)]);
    other.close();
  });

  it('says in one sentence that its books are in use', async () => {
    const first = start();
    await address(first);
    expect(await refusal(start())).toEqual([expect.stringContaining(String(first.child.pid))]);
    await stop(first);
  });

  /** The output of a program that exits with 1. */
  async function refusal({ child, printed }: Program): Promise<string[]> {
    expect(await ended(child)).toBe(1);
    return printed().trim().split('\n');
  }
});
