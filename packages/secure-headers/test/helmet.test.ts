import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import type { ResponseInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import helmet from 'helmet';
import { secureHeaders } from '../src/index.js';

it('the default headers are those of Helmet 8', async () => {
  const protect = helmet();
  const server = createServer((incoming, outgoing) => {
    protect(incoming, outgoing, () => outgoing.end());
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}`);
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  const theirs = [...headers].filter(
    ([name]) => !/^(?:connection|keep-alive|date|content-length)$/.test(name),
  );
  const request = factories.createServerRequest('GET', 'https://shop.example/');
  const response = secureHeaders().process(request, {
    handle: () => factories.createResponse(),
  }) as ResponseInterface;
  const ours = Object.keys(response.getHeaders()).map((name) => [
    name.toLowerCase(),
    response.getHeaderLine(name),
  ]);
  expect(ours.sort()).toEqual(theirs.sort());
});
