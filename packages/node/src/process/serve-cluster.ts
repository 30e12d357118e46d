import { CloseHooks } from '@mortise/base';
import { accepted, callable, integer, optional, options, or, rule } from '@mortise/base/options';
import cluster from 'node:cluster';
import type { Awaitable } from '@mortise/http-message';
import { availableParallelism } from 'node:os';
import { milliseconds } from '../milliseconds.js';
import { missingInternals } from '../fast/node-internals.js';
import type { CloseOptions, ServerHandle } from '../server-handle.js';
import { assertMainThread } from '../server/check-runtime.js';
import { runHooksInTime } from '../server/hooks-in-time.js';
import { runWorker } from './cluster-worker.js';
import {
  installSignalHandlers,
  onProcess,
  signal,
  type SignalOptions,
  signalRules,
} from './process-end.js';
import { WorkerPool } from './worker-pool.js';

/**
 * Options of {@link serveCluster}. `onClosed` runs in each worker. `onError` is also called in the primary process,
 * when a worker fails.
 */
export interface ClusterOptions extends SignalOptions, CloseOptions {
  /** Number of workers. Default: one for each CPU core that the process can use. */
  readonly workers?: number | undefined;

  /** The signal on which the workers are replaced; `null` for none. Default `'SIGHUP'`. */
  readonly restartSignal?: NodeJS.Signals | null | undefined;

  /** Milliseconds that a worker can take to start or to stop before it is killed. Default 30,000. */
  readonly workerTimeout?: number | undefined;

  /** Milliseconds that idle or silent connections of a stopping worker stay open. Default 500. */
  readonly idleTimeout?: number | undefined;
}

const declared = options<ClusterOptions>()('serveCluster', {
  ...signalRules,
  workers: optional(integer(1)),
  restartSignal: or(
    rule<NodeJS.Signals | null>(
      (value) => value === null || signal.accepts(value),
      `${signal.expected}, or null`,
    ),
    'SIGHUP',
  ),
  workerTimeout: or(milliseconds, 30_000),
  idleTimeout: or(milliseconds, 500),
});

/** A group of workers that serve on one address. `ready` is true while at least one of them is listening. */
export interface ClusterHandle extends ServerHandle {
  /** Process ids of the listening workers, oldest first. */
  readonly workers: readonly number[];

  /**
   * Replaces the workers with new ones, one at a time: each stops when its successor is listening.
   *
   * @returns resolves when the last one has been replaced. Rejects with `WORKER_FAILED` if a successor does not start;
   *   the workers that have not been replaced keep running
   */
  restart(): Promise<void>;

  /**
   * Stops all workers gracefully, then runs the hooks of {@link onClosed} in the primary process.
   *
   * @returns resolves when all of that is done; every call returns the same promise. Rejects with an `AggregateError`
   *   if hooks fail or take longer than `workerTimeout`
   */
  close(): Promise<void>;
}

/**
 * Serves from several worker processes, each of which runs the program again. `start` runs only in the workers; the
 * primary process keeps their number constant, and handles signals like {@link installSignalHandlers}. A worker that
 * exits unexpectedly is replaced, after 100 ms at first; the delay doubles each time, up to 30 s.
 *
 * @param start creates the application and serves it, on the same address in all workers
 * @returns the cluster, once all workers are listening; in a worker, `null`, once that worker is
 * @throws {NodeAdapterError} `WORKER_FAILED` if one of the first workers does not start; `RUNTIME_UNSUPPORTED` in a
 *   worker thread
 * @throws {OptionError} `OPTION_INVALID`
 */
export async function serveCluster(
  start: () => Awaitable<ServerHandle>,
  given?: ClusterOptions,
): Promise<ClusterHandle | null> {
  assertMainThread('serveCluster');
  const checked = declared(given);
  const expected = 'a function that starts a server: (worker) => serve(app, worker)';
  accepted({ ...callable, expected }, start as never, 'serveCluster.start');
  if (cluster.isWorker) {
    await runWorker(start, checked);
    return null;
  }
  const { workers = availableParallelism(), workerTimeout, restartSignal } = checked;
  const { signals, exit, onError } = checked;
  // Every worker accepts its own connections, and serves them. If this process distributed them, some would be lost
  // when it stops: Node drops those that no worker has received yet.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const pool = new WorkerPool({ workers, workerTimeout, onError });
  const onRestart = (): void => void pool.restart().catch(onError);
  const hooks = new CloseHooks(onError);
  const close = async (): Promise<void> => {
    try {
      await pool.close();
    } finally {
      uninstall();
      ignoreRestarts();
    }
    await runHooksInTime(hooks, workerTimeout);
  };
  const handle = handleOf(pool, close, hooks);
  const uninstall = installSignalHandlers(handle, { signals, exit, onError });
  const ignoreRestarts = onProcess(restartSignal === null ? [] : [restartSignal], onRestart);
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
    get internals() {
      return missingInternals();
    },
    get workers() {
      return pool.ids;
    },
    restart: () => pool.restart(),
    close: () => (closed ??= close()),
    onClosed: (hook) => {
      hooks.add(accepted(callable, hook, 'onClosed.hook'));
    },
  };
}
