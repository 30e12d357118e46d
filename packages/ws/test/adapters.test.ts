import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { ResponseInterface } from '@mortise/http-message';
import { serve, type ServerHandle } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import { webSocket } from '../src/node/index.js';
import { exchange, HANDSHAKE, opened, refused } from './clients.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, echo, quietApp, served } from './served.js';

const servers: ServerHandle[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await closeServers();
});

describe.each(implementations)('webSocket with %s', (_, factories) => {
  const echoing = (onError?: (error: unknown) => void) => {
    const app = quietApp(factories, onError);
    app.get('/', (request, response) => webSocket(request, response, echo));
    return app;
  };

  it('runs in variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/chat/{room}', (request, response) => webSocket(request, response, echo));
    const server = await serve(app, { port: 0, upgrades: true });
    servers.push(server);
    const client = await opened(server.url, '/chat/a');
    expect(await exchange(client, 'hello')).toEqual(['hello']);
    client.socket.close();
    expect((await refused(server.url, '/chat/a', { origin: 'https://evil.example' })).status).toBe(
      403,
    );
  });

  it('fails with a clear error in an adapter without upgrades', async () => {
    const errors: unknown[] = [];
    const handle = toFetchHandler(echoing(), {
      factories,
      onError: (error) => void errors.push(error),
    });
    const request = new Request('https://h.test/');
    // The platform does not let a page set these headers; a server can receive them.
    const headers = new Headers(Object.entries(HANDSHAKE));
    Object.defineProperty(request, 'headers', { value: headers });
    expect((await handle(request)).status).toBe(500);
    expect(errors).toMatchObject([
      {
        code: 'UPGRADE_UNSUPPORTED',
        message: expect.stringContaining('use serve from @mortise/node with upgrades: true'),
      },
    ]);
  });

  it('is refused as usual in such an adapter', async () => {
    const handle = toFetchHandler(echoing(), { factories });
    expect((await handle(new Request('https://h.test/'))).status).toBe(426);
  });

  it('fails in a test without a socket with an error that names those with one', async () => {
    const response = inProcess(echoing()).get('/', { headers: { ...HANDSHAKE } });
    await expect(response).rejects.toMatchObject({
      code: 'UPGRADE_UNSUPPORTED',
      status: 500,
      message: expect.stringMatching(/^inProcess has no connection .* port: 0, .* overSocket\(app/),
    });
  });

  it.each<[string, (response: ResponseInterface) => ResponseInterface, string]>([
    [
      'the status',
      (response) => response.withStatus(200),
      'a layer has changed the response status',
    ],
    [
      'the body',
      (response) => response.withBody(factories.createStream('x')),
      'for 101, use upgradeTo(), and keep its body in layers',
    ],
  ])('fails with an error that says so if a layer changes %s', async (__, change, text) => {
    const logged: unknown[] = [];
    const app = echoing((error) => void logged.push(String(error)));
    app.add(async (request, handler) => change(await handler.handle(request)));
    const { url, errors } = await served(app);
    expect((await refused(url, '/')).status).toBe(500);
    const all = [...logged, ...errors.map(([error]) => error)];
    expect(all).toEqual([expect.stringContaining(text)]);
  });

  it('fails with a clear error on a server without upgrades', async () => {
    const errors: unknown[] = [];
    const client = overSocket(echoing(), { onError: (error) => void errors.push(error) });
    const response = await client.get('/', { headers: { ...HANDSHAKE } });
    await client.close();
    expect(response.getStatusCode()).toBe(500);
    expect(errors).toMatchObject([
      {
        code: 'RESPONSE_INVALID',
        message: expect.stringContaining('needs serve with upgrades: true'),
      },
    ]);
  });
});
