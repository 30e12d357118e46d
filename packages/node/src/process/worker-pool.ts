import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeAdapterError } from '../errors.js';
import { ASK, END, type Listening } from './cluster-worker.js';
import { RestartBackoff } from './restart-backoff.js';

/** Milliseconds between a signal to a worker and the same to this process. */
const SIGNAL = 50;

/** How many workers, and how they are watched. */
export interface PoolOptions {
  readonly workers: number;
  /** Milliseconds that a worker may take to begin, and to end. */
  readonly workerTimeout: number;
  readonly onError: (error: unknown) => void;
}

/** The workers of a primary process. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #backoff = new RestartBackoff();
  readonly #abort = new AbortController();
  readonly #starting = new Set<Worker>();
  /** Those that listen, oldest first. */
  readonly #listening = new Set<Worker>();
  /** Those that have to end. */
  readonly #leaving = new Set<Worker>();
  #address: Pick<Listening, 'url' | 'port'> = { url: '', port: 0 };
  #restarting: Promise<void> = Promise.resolve();
  #nextRestart: Promise<void> | null = null;
  #ended: Promise<void> | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Of the worker that listened last. */
  get address(): Pick<Listening, 'url' | 'port'> {
    return this.#address;
  }

  /** Process ids of those that listen. */
  get ids(): number[] {
    return Array.from(this.#listening, idOf);
  }

  get ready(): boolean {
    return this.#ended === null && this.#listening.size > 0;
  }

  /** @throws {NodeAdapterError} `WORKER_FAILED` when one of them does not begin */
  async start(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.workers }, () => this.#fork()));
  }

  /** Replaces the workers that listen, one after the other. A call that has not begun does for all. */
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

  /** Ends the workers by closing the channel to them: with that this process listens no more. */
  async #endAll(): Promise<void> {
    this.#abort.abort();
    const workers = [...this.#starting, ...this.#listening, ...this.#leaving];
    const gone = workers.map((worker) => this.#gone(worker));
    for (const { process } of workers) if (process.connected) process.disconnect();
    await Promise.all(gone);
  }

  async #replaceAll(): Promise<void> {
    for (const worker of [...this.#listening]) {
      if (this.#ended !== null) return;
      if (!this.#listening.has(worker)) continue; // it failed, and is replaced already
      await this.#fork();
      await this.#end(worker);
    }
  }

  /** @returns settles when the worker listens, or is gone because all of them have to end */
  #fork(): Promise<void> {
    const worker = cluster.fork();
    this.#starting.add(worker);
    const late = this.#killLater(worker, 'to begin');
    return new Promise((resolve, reject) => {
      worker.on('error', this.#options.onError);
      worker.on('message', (message: unknown) => {
        if (message === ASK) this.#answer(worker);
        const { mortise, url, port } = Object(message) as Partial<Listening>; // or the application's
        if (mortise !== 'listening') return;
        clearTimeout(late);
        this.#address = { url: url ?? '', port: port ?? 0 };
        if (this.#starting.delete(worker)) this.#listening.add(worker);
        resolve();
      });
      worker.once('exit', (code: number, signal: string | null) => {
        clearTimeout(late);
        const text = `worker ${idOf(worker)} exited with ${signal ?? code}`;
        const error = new NodeAdapterError('WORKER_FAILED', text);
        this.#starting.delete(worker);
        if (this.#ended === null) reject(error);
        else resolve();
        if (this.#listening.delete(worker)) void this.#replace(error);
      });
    });
  }

  /** Lets a worker end that got a signal, unless one to all of them is on its way here, too. */
  #answer(worker: Worker): void {
    setTimeout(() => {
      if (worker.isConnected()) worker.send(END, () => undefined);
    }, SIGNAL).unref();
  }

  /** Replaces one that has exited unasked, however often it takes. */
  async #replace(error: unknown): Promise<void> {
    const { signal } = this.#abort;
    for (let failed: unknown = error; failed !== null; ) {
      this.#options.onError(failed);
      await sleep(this.#backoff.next(performance.now()), null, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      failed = await this.#fork().then(
        () => null,
        (another: unknown) => another,
      );
    }
  }

  /** Ends one worker. @returns settles when it is gone */
  #end(worker: Worker): Promise<void> {
    const gone = this.#gone(worker);
    // One that is leaving already cannot be told any more.
    if (worker.isConnected()) worker.send(END, () => undefined);
    return gone;
  }

  /** @returns settles when a worker that is asked to end is gone */
  #gone(worker: Worker): Promise<void> {
    this.#starting.delete(worker);
    this.#listening.delete(worker);
    if (worker.isDead()) return Promise.resolve();
    this.#leaving.add(worker);
    const late = this.#killLater(worker, 'to end');
    return new Promise((resolve) => {
      worker.once('exit', () => {
        clearTimeout(late);
        this.#leaving.delete(worker);
        resolve();
      });
    });
  }

  #killLater(worker: Worker, purpose: string): NodeJS.Timeout {
    const { workerTimeout, onError } = this.#options;
    return setTimeout(() => {
      if (worker.process.killed) return; // it took too long to begin, and has not gone yet
      const text = `worker ${idOf(worker)} took more than ${workerTimeout} ms ${purpose}: killed`;
      onError(new NodeAdapterError('WORKER_FAILED', text));
      worker.process.kill('SIGKILL');
    }, workerTimeout);
  }
}

function idOf({ process: { pid } }: Worker): number {
  return pid ?? 0;
}
