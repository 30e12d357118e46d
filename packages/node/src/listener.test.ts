import { afterEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../test/serving.js';
import { lastGet, readResponses, talk } from '../test/wire.js';
import { toListener } from './index.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('toListener', () => {
  it('answers the requests of a server that exists already', async () => {
    const { port } = await listening(toListener({ handle: () => answer('hello') }, { factories }));
    expect(await talk(port, lastGet())).toMatch(/hello$/);
  });

  it('keeps fields that were set around it', async () => {
    const listener = toListener({ handle: () => answer('hello') }, { factories });
    const { port } = await listening((incoming, outgoing) => {
      outgoing.setHeader('X-Powered-By', 'outside');
      listener(incoming, outgoing);
    });
    const [response] = readResponses(await talk(port, lastGet()), true);
    expect(response?.fields.get('x-powered-by')).toEqual(['outside']);
    expect(response?.body.toString()).toBe('hello');
  });

  it('keeps the limits of requests', async () => {
    const limits = { headerCount: 2 };
    const { port } = await listening(
      toListener({ handle: () => answer('hello') }, { factories, limits }),
    );
    expect(await talk(port, lastGet('/', 'X: y'))).toMatch(/^HTTP\/1\.1 431 /);
  });
});

async function listening(listener: Parameters<typeof createServer>[1]) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address() as AddressInfo;
}
