import type { Awaitable } from '@mortise/http-message';
import cluster from 'node:cluster';
import type { CloseOptions, ServerHandle } from '../server-handle.js';
import { endAtSignal, endProcess, exitProcess, type SignalOptions } from './process-end.js';

/** What the primary process says to a worker that has to end while others go on. */
export const END = 'mortise:end';

/** What a worker says that got a signal: it ends when the primary process lets it. */
export const ASK = 'mortise:ask';

/** What a worker says to the primary process when it listens. */
export interface Listening {
  readonly mortise: 'listening';
  readonly url: string;
  readonly port: number;
}

/** Milliseconds that the primary process has to stop listening when it has gone. */
const GRACE = 50;

/** Milliseconds that it has to answer a worker that got a signal. */
const ANSWER = 1_000;

/**
 * Serves in this process until the primary one ends it: one worker by a message, all of them by closing
 * its channel to them. It has stopped listening itself then, so that the last process that listens is
 * one that answers.
 *
 * @returns when the server listens
 */
export async function runWorker(
  start: () => Awaitable<ServerHandle>,
  options: SignalOptions & CloseOptions,
): Promise<void> {
  const { exit = exitProcess, onError = console.error } = options;
  const ending = askedToEnd(options);
  try {
    const server = await Promise.race([start(), ending]);
    if (server === undefined) {
      // It may never come to listen: that needs the primary process.
      await endProcess({ close: () => Promise.resolve() }, 0, options);
      return;
    }
    const closing = { close: () => server.close(options) };
    void ending.then(() => endProcess(closing, 0, options));
    const { url, port } = server;
    process.send?.({ mortise: 'listening', url, port } satisfies Listening);
  } catch (error) {
    onError(error);
    exit(1);
  }
}

/** @returns settles when this process has to end; also when the primary one was killed */
function askedToEnd(options: SignalOptions): Promise<undefined> {
  const { worker } = cluster;
  if (worker !== undefined) {
    // Else Node exits as soon as the channel is closed, or fails at what is still said by it.
    worker.exitedAfterDisconnect = true;
    worker.on('error', () => undefined);
  }
  process.on('SIGHUP', () => undefined); // sent to a whole group it is still the primary's to act on
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
