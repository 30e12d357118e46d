import cluster from 'node:cluster';
import type { Awaitable } from '@mortise/http-message';
import { availableParallelism } from 'node:os';
import { count, milliseconds } from '../option-number.js';
import { missingInternals } from '../node-internals.js';
import type { CloseOptions, ServerHandle } from '../server-handle.js';
import { CloseHooks } from '../server/close-hooks.js';
import { runWorker } from './cluster-worker.js';
import { installSignalHandlers, type SignalOptions } from './process-end.js';
import { WorkerPool } from './worker-pool.js';

/**
 * How many workers, and how they end: `onClosed` runs in each of them, `onError` is told in the
 * primary process of workers that fail, too, and `idleTimeout` is 500 by default.
 */
export interface ClusterOptions extends SignalOptions, CloseOptions {
  /** Default: one for each core that the process may use. */
  readonly workers?: number;

  /** The signal at which the workers are replaced; `null` for none. Default `'SIGHUP'`. */
  readonly restartSignal?: NodeJS.Signals | null;

  /** Milliseconds that a worker may take to begin, or to end, before it is killed. Default 30,000. */
  readonly workerTimeout?: number;
}

/** Workers that serve at one address. `ready` while at least one of them listens. */
export interface ClusterHandle extends ServerHandle {
  /** Process ids of the workers that listen, oldest first. */
  readonly workers: readonly number[];

  /**
   * Replaces the workers by new ones, one after the other: each ends when its successor listens.
   *
   * @returns settles when the last one is replaced. Rejects with `WORKER_FAILED` when a successor
   *   does not begin: those not replaced by then go on
   */
  restart(): Promise<void>;

  /**
   * Ends all workers gracefully, then runs the hooks of {@link onClosed}, in the primary process.
   *
   * @returns settles when all of that has ended; every call returns the same promise
   */
  close(): Promise<void>;
}

/**
 * Serves with several processes, of which each runs the program again: here `start` runs in the workers
 * only, and the primary process keeps their number. One that exits unasked is replaced, after 100 ms
 * at first and twice as long each further time, 30 s at most.
 *
 * @param start makes the application and serves it, everywhere at the same address
 * @returns in the primary process, when all workers listen; in a worker `null`, when it does
 * @throws {NodeAdapterError} `WORKER_FAILED` when one of the first workers does not begin;
 *   `OPTION_INVALID` for an invalid number of workers or time
 */
export async function serveCluster(
  start: () => Awaitable<ServerHandle>,
  options: ClusterOptions = {},
): Promise<ClusterHandle | null> {
  if (cluster.isWorker) {
    await runWorker(start, { idleTimeout: 500, ...options });
    return null;
  }
  const { onError = console.error, restartSignal = 'SIGHUP' } = options;
  const workers = count('workers', options.workers ?? availableParallelism(), 1);
  const workerTimeout = milliseconds('workerTimeout', options.workerTimeout ?? 30_000);
  // Every worker takes connections itself, and one that has taken a connection answers it. Handed over
  // by this process they would be lost when it stops: Node drops those that no worker has got yet.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const pool = new WorkerPool({ workers, workerTimeout, onError });
  const onRestart = (): void => void pool.restart().catch(onError);
  const hooks = new CloseHooks(onError);
  const close = async (): Promise<void> => {
    try {
      await pool.close();
    } finally {
      uninstall();
      if (restartSignal !== null) process.off(restartSignal, onRestart);
    }
    await hooks.run(workerTimeout);
  };
  const handle = handleOf(pool, close, hooks);
  const uninstall = installSignalHandlers(handle, { ...options, onClosed: () => undefined });
  if (restartSignal !== null) process.on(restartSignal, onRestart);
  try {
    await pool.start();
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

function handleOf(pool: WorkerPool, close: () => Promise<void>, hooks: CloseHooks): ClusterHandle {
  let closed: Promise<void> | null = null;
  return {
    get url() {
      return pool.address.url;
    },
    get port() {
      return pool.address.port;
    },
    get ready() {
      return pool.ready;
    },
    internals: missingInternals(),
    get workers() {
      return pool.ids;
    },
    restart: () => pool.restart(),
    close: () => (closed ??= close()),
    onClosed: (hook) => {
      hooks.add(hook);
    },
  };
}
