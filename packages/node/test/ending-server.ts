/** A server in a process of its own, for the tests of how a process ends. Speaks by lines on stdout. */
import { factories } from '@mortise/message';
import { installProcessGuards, installSignalHandlers, serve } from '../src/index.js';

const handle = async (path: string) => {
  if (path === '/stray') void Promise.reject(new Error('stray'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  return factories.createResponse().withBody(factories.createStream('done'));
};

const server = await serve(
  { handle: (request) => handle(request.getRequestTarget()) },
  { factories, port: 0 },
);
const onClosed = (): void => {
  console.log('closed');
};
const onError = (error: unknown): void => {
  console.log(String(error));
};
installSignalHandlers(server, { onClosed });
installProcessGuards(server, { onClosed, onError });
console.log(server.port);
