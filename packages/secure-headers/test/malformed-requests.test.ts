import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createApp, serve } from 'mortise';
import { implementations } from '../../../tooling/testing/implementations.js';
import { secureHeaders } from '../src/index.js';

const cases = implementations.flatMap(([name, factories]) =>
  ['GET /a#b HTTP/1.1\r\nHost: a', 'GET * HTTP/1.1\r\nHost: a', 'GET / HTTP/1.1\r\nHost: a b'].map(
    (head) => ({ name, factories, head }),
  ),
);

it.each(cases)('a request that $name refuses, $head, gets the headers too', async (each) => {
  const app = createApp({ factories: each.factories });
  app.add(secureHeaders());
  const server = await serve(app, { port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${each.head}\r\nConnection: close\r\n\r\n`);
  const response = await text(socket);
  await server.close();
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('X-Content-Type-Options: nosniff');
});
