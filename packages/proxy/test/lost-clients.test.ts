/** Requests whose client is gone before a layer in front of the proxy is done. */
import { connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { createApp, serve } from 'mortise';
import { waitForEvent } from '../../../tooling/testing/wait-for.js';
import { proxy } from '../src/index.js';
import { closeServers, send, upstream } from './served.js';

afterEach(closeServers);

it.each([
  ['Content-Length: 600000\r\n\r\nx'],
  ['Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n'],
  ['Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('fails alone if its client has left after %j', async (head) => {
  const target = await upstream((incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end('here'));
  });
  const forward = proxy({ target });
  const quiet = { error: () => undefined, info: () => undefined };
  const app = createApp({ logger: quiet });
  const failed = new Promise<unknown>((resolve) => {
    app.any(
      '/slow',
      async (request) => {
        const { signal } = request.getLifetime();
        await new Promise((left) => {
          signal.addEventListener('abort', left);
        });
        try {
          return await forward.handle(request);
        } catch (error) {
          resolve(error);
          throw error;
        }
      },
      { body: false },
    );
  });
  app.any('/', (request) => forward.handle(request), { body: false });
  const server = await serve(app, { port: 0, onError: () => undefined });
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST /slow HTTP/1.1\r\nHost: a\r\n${head}`, () => socket.destroy());
  expect(await waitForEvent('the error of the proxy', failed)).toMatchObject({ status: 400 });
  for (let count = 0; count < 3; count++) {
    expect((await send(server.url, '/', { method: 'POST', body: 'x' })).body).toBe('here');
  }
  await server.close();
  await forward.close();
});
