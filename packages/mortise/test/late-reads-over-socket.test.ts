import { expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { createApp, serve, uploadedFile } from '../src/index.js';

const FORM = [
  '--b',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Type: text/plain',
  '',
  'content',
  '--b--',
  '',
].join('\r\n');

/** Responds before the read begins, which begins when the request has ended. */
async function errorOfLateRead(
  app: ReturnType<typeof createApp>,
  read: (request: ServerRequestInterface) => Promise<unknown>,
  request: RequestInit,
): Promise<unknown> {
  const outcome = new Promise((resolve) => {
    app.post('/', (received, response) => {
      const pending = () => read(received);
      received.getLifetime().onEnd(() => {
        setImmediate(() => {
          pending().then(resolve, resolve);
        });
      });
      return response;
    });
  });
  const server = await serve(app, { port: 0 });
  await (await fetch(server.url, { method: 'POST', ...request })).text();
  const error = await outcome;
  await server.close();
  return error;
}

it.each(nodeImplementations)(
  'a body that is read after its response says that the request has ended, with %s',
  async (_, factories) => {
    const app = createApp({ factories });
    const body = 'x'.repeat(100_000);
    const read = (request: ServerRequestInterface) => request.getBody().text();
    expect(await errorOfLateRead(app, read, { body })).toMatchObject({
      code: 'BODY_CONSUMED',
      message: expect.stringContaining('its request has ended'),
    });
  },
);

it.each(nodeImplementations)(
  'an uploaded file that is read after its response says that it is closed when its request ends, with %s',
  async (_, factories) => {
    const app = createApp({ factories, body: { strict: true } });
    const read = (request: ServerRequestInterface) =>
      uploadedFile(request, 'file')?.getStream().text() ?? Promise.resolve(null);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    expect(await errorOfLateRead(app, read, { body: FORM, headers })).toMatchObject({
      code: 'STREAM_DETACHED',
      message: expect.stringContaining('an uploaded file is closed when its request ends'),
    });
  },
);
