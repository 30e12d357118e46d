import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeAdapterError } from '../node-adapter-error.js';
import { ASK, END, type Listening } from './cluster-worker.js';
import { restartBackoff } from './restart-backoff.js';

/** Milliseconds within which a signal that reached a worker reaches this process too, if it was sent to both. */
const SIGNAL = 50;

/** Number of workers, and how they are monitored. */
export interface PoolOptions {
  readonly workers: number;
  /** Milliseconds that a worker can take to start or to stop. */
  readonly workerTimeout: number;
  readonly onError: (error: unknown) => void;
}

/** A worker whose successor is starting. */
interface Succeeded {
  readonly worker: Worker;
  /** Why it exited in the meantime; `null` while it runs. */
  failure: NodeAdapterError | null;
}

/** The workers of a primary process. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #backoff = restartBackoff();
  readonly #abort = new AbortController();
  /** The running workers; listening ones are in the order in which they began to listen. */
  readonly #states = new Map<Worker, 'starting' | 'listening' | 'leaving'>();
  /** The address reported by the worker that began to listen last. */
  address: Pick<Listening, 'url' | 'port'> = { url: '', port: 0 };
  #restarting: Promise<void> = Promise.resolve();
  #nextRestart: Promise<void> | null = null;
  #ended: Promise<void> | null = null;
  #succeeded: Succeeded | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Process ids of the listening workers. */
  get ids(): number[] {
    return this.#listening.map(idOf);
  }

  get ready(): boolean {
    return this.#listening.length > 0;
  }

  /** @throws {NodeAdapterError} `WORKER_FAILED` if one of them does not start */
  async start(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.workers }, () => this.#fork()));
  }

  /** Replaces the listening workers, one after another. Calls made before a pending restart begins share it. */
  restart(): Promise<void> {
    this.#nextRestart ??= this.#restarting.then(() => {
      this.#nextRestart = null;
      const restart = this.#replaceAll();
      this.#restarting = restart.catch(() => undefined);
      return restart;
    });
    return this.#nextRestart;
  }

  close(): Promise<void> {
    this.#ended ??= this.#endAll();
    return this.#ended;
  }

  /** Stops the workers by closing their channels; this process then stops listening too. */
  async #endAll(): Promise<void> {
    this.#abort.abort();
    const workers = [...this.#states.keys()];
    const gone = workers.map((worker) => this.#gone(worker));
    for (const { process } of workers) if (process.connected) process.disconnect();
    await Promise.all(gone);
  }

  async #replaceAll(): Promise<void> {
    for (const worker of this.#listening) {
      if (this.#states.get(worker) !== 'listening') continue; // failed and replaced, or all are stopping
      await this.#succeed(worker);
      await this.#end(worker);
    }
  }

  /** Starts the successor of a worker. If the worker exits in the meantime, no other replacement is started. */
  async #succeed(worker: Worker): Promise<void> {
    const succeeded: Succeeded = { worker, failure: null };
    this.#succeeded = succeeded;
    try {
      await this.#fork();
      if (succeeded.failure !== null) this.#options.onError(succeeded.failure);
    } catch (error) {
      if (succeeded.failure !== null) void this.#replace(succeeded.failure);
      throw error;
    } finally {
      this.#succeeded = null;
    }
  }

  /** @returns resolves when the worker is listening, or has exited because all workers are stopping */
  async #fork(): Promise<void> {
    const worker = cluster.fork();
    this.#states.set(worker, 'starting');
    const late = this.#killLater(worker, 'to start');
    return new Promise((resolve, reject) => {
      const leave = (text: string, options?: ErrorOptions): void => {
        clearTimeout(late);
        const error = new NodeAdapterError('WORKER_FAILED', text, undefined, options);
        const state = this.#states.get(worker);
        this.#states.delete(worker);
        if (this.#ended === null) reject(error);
        else resolve();
        if (state !== 'listening') return;
        if (this.#succeeded?.worker === worker) this.#succeeded.failure = error;
        else void this.#replace(error);
      };
      worker.on('error', (cause: Error) => {
        if (isSpawned(worker)) this.#options.onError(cause);
        else leave(`cannot start a process for a worker: ${cause.message}`, { cause });
      });
      worker.on('message', (message: unknown) => {
        if (message === ASK) this.#answer(worker);
        const { mortise, url, port } = Object(message) as Partial<Listening>; // or a message from the application
        if (mortise !== 'listening') return;
        clearTimeout(late);
        this.address = { url: url ?? '', port: port ?? 0 };
        if (this.#states.get(worker) === 'starting') {
          // Moved to the end: the map is in the order in which the workers began to listen.
          this.#states.delete(worker);
          this.#states.set(worker, 'listening');
        }
        resolve();
      });
      worker.once('exit', (code: number, signal: string | null) => {
        leave(`worker ${idOf(worker)} exited with ${signal ?? code}`);
      });
    });
  }

  /** Tells a worker that received a signal to stop, unless the signal arrives here too, and stops all of them. */
  #answer(worker: Worker): void {
    setTimeout(() => {
      if (worker.isConnected()) worker.send(END, () => undefined);
    }, SIGNAL).unref();
  }

  /** Replaces a worker that exited unexpectedly; retries until that succeeds. */
  async #replace(error: unknown): Promise<void> {
    const { signal } = this.#abort;
    for (let failed: unknown = error; failed !== null; ) {
      this.#options.onError(failed);
      await sleep(this.#backoff(performance.now()), null, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      failed = await this.#fork().then(
        () => null,
        (another: unknown) => another,
      );
    }
  }

  /** Stops one worker. @returns resolves when it has exited */
  #end(worker: Worker): Promise<void> {
    const gone = this.#gone(worker);
    // A worker that is already leaving cannot receive messages.
    if (worker.isConnected()) worker.send(END, () => undefined);
    return gone;
  }

  /** Kills a stopping worker that takes too long. @returns resolves when it has exited */
  #gone(worker: Worker): Promise<void> {
    if (worker.isDead() || !isSpawned(worker)) return Promise.resolve();
    this.#states.set(worker, 'leaving');
    const late = this.#killLater(worker, 'to stop');
    return new Promise((resolve) => {
      worker.once('exit', () => {
        clearTimeout(late);
        resolve();
      });
    });
  }

  get #listening(): Worker[] {
    return [...this.#states].flatMap(([worker, state]) => (state === 'listening' ? worker : []));
  }

  #killLater(worker: Worker, purpose: string): NodeJS.Timeout {
    const { workerTimeout, onError } = this.#options;
    return setTimeout(() => {
      if (worker.process.killed) return; // already killed, because it took too long to start
      const text = `worker ${idOf(worker)} took more than ${workerTimeout} ms ${purpose}: killed`;
      onError(new NodeAdapterError('WORKER_FAILED', text));
      worker.process.kill('SIGKILL');
    }, workerTimeout);
  }
}

/** Whether the process was created; otherwise, Node emits `error`, and never `exit`. */
function isSpawned({ process: { pid } }: Worker): boolean {
  return pid !== undefined;
}

function idOf({ process: { pid } }: Worker): number {
  return pid ?? 0;
}
