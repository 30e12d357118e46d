import cluster from 'node:cluster';
import type { Awaitable } from '@mortise/http-message';
import type { CloseOptions, ServerHandle } from '../server-handle.js';
import { endAtSignal, endProcess, exitProcess, type SignalOptions } from './process-end.js';

/** What the primary process says to a worker: take no more, finish, exit. */
export const END = 'mortise:end';

/** What a worker says to the primary process when it listens. */
export interface Listening {
  readonly mortise: 'listening';
  readonly url: string;
  readonly port: number;
}

/**
 * Serves in this process until the primary one, or a signal, ends it.
 *
 * @returns when the server listens
 */
export async function runWorker(
  start: () => Awaitable<ServerHandle>,
  options: SignalOptions & CloseOptions,
): Promise<void> {
  const { exit = exitProcess, onError = console.error } = options;
  const ending = new AbortController();
  process.on('SIGHUP', () => undefined); // sent to a whole group it is still the primary's to act on
  process.on('message', (message) => {
    if (message === END) ending.abort();
  });
  try {
    const server = await start();
    const end = (): void => {
      const closing = { close: () => server.close(options) };
      void endProcess(closing, 0, { ...options, exit: leave(exit) });
    };
    endAtSignal(() => {
      ending.abort();
    }, options);
    if (ending.signal.aborted) end();
    else ending.signal.addEventListener('abort', end);
    const { url, port } = server;
    process.send?.({ mortise: 'listening', url, port } satisfies Listening);
  } catch (error) {
    onError(error);
    exit(1);
  }
}

/**
 * Exits when the primary process has seen that this one listens no more: connections that it has
 * handed over by then go back to it, and to another worker.
 */
function leave(exit: (code: number) => void): (code: number) => void {
  return (code) => {
    const { worker } = cluster;
    if (worker?.isConnected() !== true) {
      exit(code);
      return;
    }
    process.once('disconnect', () => {
      exit(code);
    });
    worker.disconnect();
  };
}
