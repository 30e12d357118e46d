import { expect, it } from '@jest/globals';
import { createApp, factories, serve, text, type RequestEnd } from '../index.js';
import { inProcess } from './index.js';

type Seen = readonly [status: number | null, bytes: number, error: string | null, aborted: boolean];

/** An application that records how its requests end. */
function recording(errors: boolean) {
  const seen: Seen[] = [];
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({ logger, ...(!errors && { errors: false as const }) });
  const streamOf = (fails: boolean) =>
    factories.createStreamFromResource(
      (async function* () {
        yield 'ab';
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (fails) throw new Error('broken');
        yield 'cd';
      })(),
    );
  app.get('/ok', (_request, response) => text(response, 'hello'));
  app.get('/none', (_request, response) => response.withStatus(204));
  app.get('/not-modified', (_request, response) => text(response, 'hello').withStatus(304));
  app.get('/reset', (_request, response) => response.withStatus(205).withBody(streamOf(true)));
  app.get('/throw', () => {
    throw new Error('thrown');
  });
  app.get('/stream', (_request, response) => response.withBody(streamOf(false)));
  app.get('/broken', (_request, response) => response.withBody(streamOf(true)));
  app.add((request, handler) => {
    const lifetime = request.getLifetime();
    lifetime.onEnd(({ status, bytes, error }: RequestEnd) => {
      const message = error instanceof Error ? error.message : null;
      seen.push([status, bytes, message, lifetime.signal.aborted]);
    });
    return handler.handle(request);
  });
  return { app, seen };
}

it.each<[string, string, Seen]>([
  ['GET', '/ok', [200, 5, null, false]],
  ['HEAD', '/ok', [200, 0, null, false]],
  ['GET', '/none', [204, 0, null, false]],
  ['GET', '/not-modified', [304, 0, null, false]],
  ['GET', '/reset', [205, 0, null, false]],
  ['HEAD', '/stream', [200, 0, null, false]],
  ['GET', '/stream', [200, 4, null, false]],
  ['GET', '/broken', [200, 2, 'broken', true]],
])('%s %s ends in the process and over a socket with %j', async (method, path, end) => {
  const { app, seen } = recording(true);
  await inProcess(app)
    .request(method, path)
    .catch(() => undefined);
  expect(seen.splice(0)).toEqual([end]);
  const server = await serve(app, { port: 0, onError: () => undefined });
  await fetch(server.url + path, { method })
    .then((response) => response.text())
    .catch(() => undefined);
  await server.close();
  expect(seen).toEqual([end]);
});

it.each(['/missing', '/throw'])(
  '%s ends with the status and bytes of its error page',
  async (path) => {
    const { app, seen } = recording(true);
    const response = await inProcess(app).request('GET', path);
    const { length } = await response.getBody().getContents();
    expect(seen).toEqual([[response.getStatusCode(), length, null, false]]);
  },
);

it('a response whose body cannot be read in memory ends the request with its status', async () => {
  const { app, seen } = recording(true);
  const body = factories.createStream('');
  Object.assign(body, {
    inMemory() {
      throw new Error('upgraded');
    },
  });
  app.get('/upgrade', (_request, response) => response.withBody(body));
  await expect(inProcess(app).request('GET', '/upgrade')).rejects.toThrow('upgraded');
  expect(seen).toEqual([[500, 21, 'upgraded', false]]);
});

it('a status below 200 of the application is refused in the process as over a socket', async () => {
  const { app, seen } = recording(true);
  app.add(async (request, handler) => (await handler.handle(request)).withStatus(101));
  const inside = await inProcess(app).request('GET', '/early');
  const server = await serve(app, { port: 0 });
  const { status } = await fetch(`${server.url}/early`);
  await server.close();
  expect([inside.getStatusCode(), status]).toEqual([500, 500]);
  expect(seen.map(([ended, , , aborted]) => [ended, aborted])).toEqual([
    [500, false],
    [500, false],
  ]);
});

it('an error that leaves the application ends the request with its status and phrase', async () => {
  const { app, seen } = recording(false);
  await expect(inProcess(app).request('GET', '/throw')).rejects.toThrow('thrown');
  expect(seen).toEqual([[500, 21, 'thrown', false]]);
});
