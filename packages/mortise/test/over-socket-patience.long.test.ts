import { expect, it } from '@jest/globals';
import { createApp, factories } from '../src/index.js';
import { overSocket } from '../src/testing/index.js';

it('a request over a socket rejects with its method and path if its response does not begin, or stops', async () => {
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
  await Promise.all(
    ['/silent', '/stalled'].map((path) =>
      expect(client.get(path)).rejects.toThrow(`GET ${path}: nothing arrived for 10000 ms`),
    ),
  );
  release();
  await client.close();
});
