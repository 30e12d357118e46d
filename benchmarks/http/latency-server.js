/** The server for latency.js, of three kinds: `KIND` is `raw`, `listener` or `serve`. */
import { createServer } from 'node:http';
import { factories } from '@mortise/message';
import { serve, toListener } from '@mortise/node';
import { HELLO, PORT, send, TEXT } from './contract.js';

const SLOW = 5; // milliseconds

const app = {
  handle(request) {
    if (request.getRequestTarget() === '/slow') busy();
    return factories
      .createResponse()
      .withHeader('Content-Type', TEXT)
      .withBody(factories.createStream(HELLO));
  },
};

const kinds = {
  raw: () =>
    createServer((request, response) => {
      if (request.url === '/slow') busy();
      send(response, TEXT, HELLO);
    }).listen(PORT, '127.0.0.1'),
  /** Our messages and framing on a server that handles every request when it arrives. */
  listener: () => createServer(toListener(app, { factories })).listen(PORT, '127.0.0.1'),
  /** The same, in batches. */
  serve: () => serve(app, { factories, port: PORT }),
};

function busy() {
  for (const end = performance.now() + SLOW; performance.now() < end; );
}

await kinds[process.env.KIND]();
