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
