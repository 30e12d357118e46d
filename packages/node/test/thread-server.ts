/** Calls in a worker thread what needs the main thread. Prints how each call failed. */
import { isMainThread, Worker } from 'node:worker_threads';
import { factories } from '@mortise/message';
import { installProcessGuards, installSignalHandlers, serve, serveCluster } from '../src/index.js';

if (isMainThread) new Worker(new URL(import.meta.url));
else {
  const server = await serve(() => factories.createResponse(), { factories, port: 0 });
  for (const call of [
    () => void installSignalHandlers(server),
    () => serveCluster(() => server, { workers: 1 }),
    () => void installProcessGuards(server),
  ]) {
    try {
      await call();
      console.log('accepted');
    } catch (error) {
      console.log(String(error));
    }
  }
  await server.close();
  process.exit();
}
