import { expect, it } from '@jest/globals';
import { createApp, factories } from '../src/index.js';
import { overSocket } from '../src/testing/index.js';

it.each([
  ['whose response does not begin', '/silent'],
  ['whose response stops', '/stalled'],
])(
  'a request over a socket %s rejects with its method and path',
  async (_what, path) => {
    const app = createApp();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    app.get('/silent', async (_request, response) => {
      await released;
      return response;
    });
    const stalling = async function* () {
      yield 'begun';
      await released;
    };
    app.get('/stalled', (_request, response) =>
      response.withBody(factories.createStreamFromResource(stalling())),
    );
    const client = overSocket(app, { onError: () => undefined });
    await expect(client.get(path)).rejects.toThrow(`GET ${path}: nothing arrived for 10000 ms`);
    release();
    await client.close();
  },
  30_000,
);
