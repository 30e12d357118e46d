import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endSpawned, spawned } from '../../test/spawned.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from '../../test/wait-for.js';

const TIMEOUT = 240_000; // each worker loads the sources again
const folder = mkdtempSync(join(tmpdir(), 'mortise-cluster-'));
const broken = join(folder, 'broken');
afterEach(() => {
  endSpawned();
  rmSync(broken, { force: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('serveCluster', () => {
  it(
    'replaces every worker at SIGHUP without losing a request, and ends with 0 at SIGTERM',
    async () => {
      // The clients ask again at once, but on a busy machine it can take long until they read what they wait for.
      const cluster = await started({ IDLE_TIMEOUT: '5000' });
      const { port, workers } = cluster.state();
      const load = new Load(port);
      await waitFor(() => load.isAnsweredBy(workers), PROCESS_PATIENCE);
      cluster.child.kill('SIGHUP');
      await waitFor(() => isNew(cluster.state().workers, workers), PROCESS_PATIENCE);
      await waitFor(() => load.isAnsweredBy(cluster.state().workers), PROCESS_PATIENCE);
      await load.stop();
      expect(load.failures).toEqual([]);
      expect(cluster.states().every(({ ready, workers: { length } }) => ready && length >= 2)).toBe(
        true,
      );

      const running = Promise.all(Array.from({ length: 20 }, () => ask(port, '/slow')));
      await waitFor(() => cluster.said('slow').length === 20, PROCESS_PATIENCE);
      cluster.child.kill('SIGTERM');
      const [ended, answers] = await Promise.all([end(cluster.child), running]);
      expect(ended).toEqual([0, null]);
      expect(answers.map(Number).every(Number.isInteger)).toBe(true);
      expect(cluster.said('error')).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'replaces workers that exit, and is not ready while no worker runs',
    async () => {
      const cluster = await started();
      const { workers } = cluster.state();
      for (const id of workers) process.kill(id, 'SIGKILL');
      await waitFor(() => isNew(cluster.state().workers, workers), PROCESS_PATIENCE);
      const [first] = cluster.states().filter(({ workers: { length } }) => length === 0);
      expect(first?.ready).toBe(false);
      const { port } = cluster.state();
      await ask(port, '/crash').catch(() => undefined);
      await waitFor(() => cluster.said('error').length === 3, PROCESS_PATIENCE);
      expect(cluster.said('error')).toEqual([
        expect.stringMatching(/worker \d+ exited with SIGKILL/),
        expect.stringMatching(/worker \d+ exited with SIGKILL/),
        expect.stringMatching(/worker \d+ exited with 3/),
      ]);
    },
    TIMEOUT,
  );

  it(
    'replaces no worker that exited before it closes',
    async () => {
      const cluster = await started({ ENDS_AT_ERROR: '1' });
      process.kill(cluster.state().workers[0] as number, 'SIGKILL');
      expect(await end(cluster.child)).toEqual([0, null]);
      expect(cluster.said('forked')).toHaveLength(2);
    },
    TIMEOUT,
  );

  it(
    'keeps its workers if their replacements do not start, until the next restart',
    async () => {
      const cluster = await started();
      const { port, workers } = cluster.state();
      writeFileSync(broken, '');
      cluster.child.kill('SIGHUP');
      await waitFor(() => cluster.said('error').length === 2, PROCESS_PATIENCE);
      expect(cluster.said('error')).toEqual([
        'Error: broken',
        expect.stringMatching(/worker \d+ exited with 1/),
      ]);
      expect(cluster.state().workers).toEqual(workers);
      expect(workers).toContain(Number(await ask(port, '/')));

      rmSync(broken);
      cluster.child.kill('SIGHUP');
      await waitFor(() => isNew(cluster.state().workers, workers), PROCESS_PATIENCE);
    },
    TIMEOUT,
  );

  it(
    'rejects, and leaves no process behind, if the first workers do not start',
    async () => {
      writeFileSync(broken, '');
      const { child, said } = starting();
      expect(await end(child)).toEqual([0, null]);
      expect(said('refused')).toEqual([expect.stringContaining('exited with 1')]);
    },
    TIMEOUT,
  );

  it(
    'kills workers that do not start in time',
    async () => {
      writeFileSync(broken, 'hang');
      const { child, said } = starting({ WORKER_TIMEOUT: '300' });
      expect(await end(child)).toEqual([0, null]);
      const [first, ...others] = said('error');
      expect(first).toMatch(/more than 300 ms to start: killed/);
      // The other worker has no time left either, unless it ends with the first.
      for (const other of others) expect(other).toMatch(/more than 300 ms to st(art|op): killed/);
      const workers = said('forked') as number[];
      expect(workers).toHaveLength(2);
      for (const worker of workers) expect(() => process.kill(worker, 0)).toThrow('ESRCH');
      expect(said('refused')).toEqual([expect.stringContaining('exited with SIGKILL')]);
    },
    TIMEOUT,
  );
});

/** Requests without a pause, on connections that are kept and on new ones. */
class Load {
  /** The process ids of who answered. */
  readonly #answers = new Set<number>();
  readonly failures: unknown[] = [];
  readonly #clients: Promise<void>[];
  readonly #kept = new Agent({ keepAlive: true, maxSockets: 8 });
  #stopped = false;

  constructor(port: number) {
    const agents = [
      ...Array.from({ length: 8 }, () => this.#kept),
      ...Array.from({ length: 4 }, () => null),
    ];
    this.#clients = agents.map((agent) => this.#run(port, agent));
  }

  isAnsweredBy(ids: readonly number[]): boolean {
    return ids.every((id) => this.#answers.has(id));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    this.#kept.destroy();
  }

  async #run(port: number, agent: Agent | null): Promise<void> {
    while (!this.#stopped) {
      await ask(port, '/', agent).then(
        (answer) => this.#answers.add(Number(answer)),
        (error: unknown) => this.failures.push(error),
      );
    }
  }
}

/** @param agent `null` for a connection of its own */
function ask(port: number, path: string, agent: Agent | null = null): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    const options = { port, path, host: '127.0.0.1', agent: agent ?? false } as const;
    get(options, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('error', reject).on('end', () => {
        resolve(text);
      });
    }).on('error', reject);
  });
  return waitForEvent('a response', answer);
}

/** @returns the exit code and the signal of a process, when it has ended */
function end(child: ChildProcess): Promise<unknown[]> {
  return waitForEvent('the end of a process', once(child, 'close'), PROCESS_PATIENCE);
}

function isNew(workers: readonly number[], than: readonly number[]): boolean {
  return workers.length === 2 && !workers.some((id) => than.includes(id));
}

interface State {
  readonly ready: boolean;
  readonly workers: readonly number[];
  readonly port: number;
}

/** The primary process of test/cluster-server.ts, with its workers. */
async function started(env: Readonly<Record<string, string>> = {}) {
  const cluster = starting(env);
  await waitFor(() => cluster.said('state').length > 0, PROCESS_PATIENCE);
  const states = () => cluster.said('state') as State[];
  return { ...cluster, states, state: () => states().at(-1) as State };
}

/** A cluster on its way, and what it says. */
function starting(env: Readonly<Record<string, string>> = {}) {
  const { child, output } = spawned('cluster-server.ts', { BROKEN: broken, ...env });
  /** What was said of something, in order. */
  const said = (what: string): unknown[] =>
    output()
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as Record<string, unknown>)[what])
      .filter((value) => value !== undefined);
  return { child, said };
}
