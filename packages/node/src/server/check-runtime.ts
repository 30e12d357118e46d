import { isMainThread } from 'node:worker_threads';
import { NodeAdapterError } from '../node-adapter-error.js';

/**
 * Refuses a runtime whose `node:http` cannot close a server gracefully.
 *
 * @throws {NodeAdapterError} `RUNTIME_UNSUPPORTED` on Bun
 */
export function checkRuntime(): void {
  if (process.versions['bun'] === undefined) return;
  const text =
    'serve does not run on Bun: expected Node, because Bun cannot close a node:http server gracefully; ' +
    'use toFetchHandler from @mortise/fetch: Bun.serve({ fetch: toFetchHandler(app) })';
  throw new NodeAdapterError('RUNTIME_UNSUPPORTED', text);
}

/**
 * Refuses a worker thread, which receives no signals, and whose `node:cluster` would start the program again, and with it
 * the thread, in each new process.
 *
 * @param door the function that needs the main thread
 * @throws {NodeAdapterError} `RUNTIME_UNSUPPORTED` in a worker thread
 */
export function assertMainThread(door: string): void {
  if (isMainThread) return;
  const text =
    `${door} does not work in a worker thread, which receives no signals: call it in the main thread; ` +
    'to close a server that runs in a thread, let the main thread send it a message at the signal';
  throw new NodeAdapterError('RUNTIME_UNSUPPORTED', text);
}
