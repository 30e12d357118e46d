/** A server in a process of its own, for the tests of how a process ends. Speaks by lines on stdout. */
import { factories } from '@mortise/message';
import { installProcessGuards, installSignalHandlers, serve } from '../src/index.js';

let arrived = 0;
const handle = async (path: string) => {
  console.log(`request ${++arrived}`);
  if (path === '/stray') void Promise.reject(new Error('stray'));
  if (path === '/never') await new Promise(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  return factories.createResponse().withBody(factories.createStream('done'));
};

const server = await serve(
  { handle: (request) => handle(request.getRequestTarget()) },
  { factories, port: 0, closeTimeout: 600_000 },
);
const onClosed = (): void => {
  console.log('closed');
};
const onError = (error: unknown): void => {
  console.log(String(error));
};
installSignalHandlers(server, { onClosed });
installProcessGuards(server, { onClosed, onError });
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    console.log('told to end');
  });
}
console.log(server.port);
