import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fromBuild } from '../../../tooling/testing/from-source.js';
import { PROCESS_PATIENCE, waitFor, waitForEvent } from './wait-for.js';

/** Milliseconds for what workers do: half of that for other programs, since these are small. */
const PATIENCE = PROCESS_PATIENCE / 2;

/** A worker that was forked, and what it has sent. */
export interface Forked {
  readonly worker: Worker;
  readonly id: number;
  readonly messages: unknown[];
  /** Its exit code, or the signal that ended it; `null` while it runs. */
  ended: number | string | null;
}

const all: Forked[] = [];

cluster.on('fork', (worker) => {
  if (worker.process.pid === undefined) return; // the system has refused the process
  const forked: Forked = { worker, id: worker.process.pid ?? 0, messages: [], ended: null };
  all.push(forked);
  worker.on('message', (message: unknown) => forked.messages.push(message));
  worker.on('exit', (code: number, signal: string | null) => {
    forked.ended = signal ?? code;
  });
});

/** Decides what the workers do that are forked from now on: see test/pool-worker.js. */
export function workersDo(does: string): void {
  const exec = fileURLToPath(new URL('pool-worker.js', import.meta.url));
  cluster.setupPrimary({ exec, execArgv: [], args: [does], silent: true });
}

/**
 * The same, with the code of a worker: see test/cluster-program.ts.
 *
 * @param options of `serveCluster`
 */
export function programsDo(does: string, options: object = {}): void {
  const args = fromBuild(new URL('cluster-program.ts', import.meta.url));
  const exec = args.at(-1) as string;
  cluster.setupPrimary({
    exec,
    execArgv: args.slice(0, -1),
    args: [does, JSON.stringify(options)],
  });
}

/** The workers that were forked since the last test, oldest first. */
export function forkedWorkers(): readonly Forked[] {
  return all;
}

/** For `afterEach`: ends the workers that are left. */
export async function endWorkers(): Promise<void> {
  const left = all.splice(0).filter(({ ended }) => ended === null);
  for (const { worker } of left) worker.process.kill('SIGKILL');
  await Promise.all(left.map(exitOf));
}

/** Waits until a worker has exited. @returns its exit code, or the signal that ended it */
export async function exitOf(forked: Forked): Promise<Forked['ended']> {
  if (forked.ended !== null) return forked.ended;
  const exit = once(forked.worker, 'exit');
  await waitForEvent(`the exit of worker ${forked.id}`, exit, PATIENCE);
  return forked.ended;
}

/** Waits for a condition that workers bring about: on a busy machine a process starts in seconds. */
export function waitForWorkers(condition: () => boolean): Promise<void> {
  return waitFor(condition, PATIENCE);
}
