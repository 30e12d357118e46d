/** Refuses bodies in a process of its own, by `serve` and by `toListener`. Prints both ports. */
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve, toListener } from '../src/index.js';

async function refuse(request: ServerRequestInterface) {
  if (request.getRequestTarget() === '/read') await request.getBody().getContents();
  const body = factories.createStream('too large');
  return factories.createResponse(413).withBody(body);
}

const options = { factories, limits: { bodyInMemory: 100_000 } };
const server = await serve(refuse, { ...options, port: 0 });
const other = createServer(toListener(refuse, options));
await once(other.listen(0, '127.0.0.1'), 'listening');
console.log(server.port, (other.address() as AddressInfo).port);
