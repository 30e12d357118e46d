import { expect, it } from '@jest/globals';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { createApp, factories, type ServerRequestInterface } from '../src/index.js';
import { inProcess, overSocket } from '../src/testing/index.js';

it('a test request rejects with its method and path if its response does not begin, or stops', async () => {
  const app = createApp();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const seen: ServerRequestInterface[] = [];
  app.get('/silent', async (request, response) => {
    seen.push(request);
    await released;
    return response;
  });
  const stalling = async function* () {
    yield 'begun';
    await released;
  };
  app.get('/stalled', (request, response) => {
    seen.push(request);
    return response.withBody(factories.createStreamFromResource(stalling()));
  });
  const socket = overSocket(app, { onError: () => undefined });
  await Promise.all(
    [inProcess(app), socket].flatMap((client) =>
      ['/silent', '/stalled'].map((path) =>
        expect(client.get(path)).rejects.toThrow(
          `GET ${path}: nothing arrived for 10000 ms; to test a body that does not end, such as server-sent events, write serve(app, { port: 0 })`,
        ),
      ),
    ),
  );
  // So that a handler that waits for it can end.
  const aborted = () => seen.filter((request) => request.getLifetime().signal.aborted).length;
  await waitFor(() => aborted() === 4);
  release();
  await socket.close();
});
