import type { Complete } from '@mortise/base/options';
import type { Awaitable } from '@mortise/http-message';
import cluster from 'node:cluster';
import type { CloseOptions, ServerHandle } from '../server-handle.js';
import { endAtSignal, endProcess, type SignalOptions } from './process-end.js';

/** Sent by the primary process to a worker that has to stop while others continue. */
export const END = 'mortise:end';

/** Sent by a worker that received a signal: it stops when the primary process tells it to. */
export const ASK = 'mortise:ask';

/** Sent by a worker to the primary process when it is listening. */
export interface Listening {
  readonly mortise: 'listening';
  readonly url: string;
  readonly port: number;
}

/** Milliseconds that the primary process has to stop listening after it disconnects. */
const GRACE = 50;

/** Milliseconds that the primary process has to respond to a worker that received a signal. */
const ANSWER = 1_000;

/**
 * Serves in this process until the primary process stops it: a single worker with a message, all workers by closing
 * their channels. The workers then wait for the primary process to stop listening, so that the last process that
 * listens is one that serves.
 *
 * @returns resolves when the server is listening
 */
export async function runWorker(
  start: () => Awaitable<ServerHandle>,
  options: Complete<SignalOptions & CloseOptions>,
): Promise<void> {
  const { exit, onError, idleTimeout } = options;
  const ending = askedToEnd(options);
  try {
    const server = await Promise.race([start(), ending]);
    if (server === undefined) {
      // Stopped while starting: the worker cannot listen without the primary process.
      await endProcess(() => undefined, 0, options);
      return;
    }
    void ending.then(() => endProcess(() => server.close({ idleTimeout }), 0, options));
    const { url, port } = server;
    process.send?.({ mortise: 'listening', url, port } satisfies Listening);
  } catch (error) {
    onError(error);
    exit(1);
  }
}

/** @returns resolves when this process has to stop, or when the primary process was killed */
function askedToEnd(options: Complete<SignalOptions>): Promise<undefined> {
  const { worker } = cluster;
  if (worker !== undefined) {
    // Otherwise, Node would exit as soon as the channel closes, or fail on a message that is still being sent.
    worker.exitedAfterDisconnect = true;
    worker.on('error', () => undefined);
  }
  process.on('SIGHUP', () => undefined); // only the primary process acts on a signal to the process group
  return new Promise((resolve) => {
    const end = (): void => {
      resolve(undefined);
    };
    process.on('message', (message) => {
      if (message === END) end();
    });
    process.once('disconnect', () => {
      setTimeout(end, GRACE);
    });
    endAtSignal(() => {
      if (process.connected) process.send?.(ASK, undefined, undefined, () => undefined);
      setTimeout(end, ANSWER);
    }, options);
  });
}
