/** Responses whose body a layer has read, and which would be sent empty. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import type { ResponseInterface } from '@mortise/http-message';
import { implementations } from '../../../tooling/testing/implementations.js';
import { createApp, fromConnect } from '../src/index.js';
import { inProcess, overSocket, type TestClient } from '../src/testing/index.js';

type Layer = (response: ResponseInterface) => Promise<ResponseInterface>;

const open: TestClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

const reads: Layer = async (response) => {
  await response.getBody().text();
  return response;
};

describe.each(implementations)('a streamed body that a layer reads, on %s,', (_, factories) => {
  const serverOptions = { onError: () => undefined };
  function appWith(layer: Layer, content = 'hello') {
    const app = createApp({ factories });
    app.any('/', (_request, response) => {
      const chunks = (async function* () {
        yield await Promise.resolve(content);
      })();
      return response.withBody(factories.createStreamFromResource(chunks));
    });
    app.add(async (request, handler) => layer(await handler.handle(request)));
    return app;
  }
  type App = ReturnType<typeof appWith>;
  const ways: readonly (readonly [string, (app: App, method: string) => Promise<unknown[]>])[] = [
    [
      'over a socket',
      async (app, method) => {
        const client = overSocket(app, serverOptions);
        open.push(client);
        const response = await client.request(method, '/');
        return [response.getStatusCode(), await response.getBody().text()];
      },
    ],
    [
      'through fetch',
      async (app, method) => {
        const handle = toFetchHandler(app, serverOptions);
        const response = await handle(new Request('http://a.test/', { method }));
        return [response.status, await response.text()];
      },
    ],
    [
      'below Connect-style middleware that changes bodies',
      async (app, method) => {
        app.add(
          fromConnect((_req, res, next) => {
            const end = res.end.bind(res);
            res.end = ((...given: Parameters<typeof end>) => end(...given)) as typeof res.end;
            next();
          }),
        );
        const client = overSocket(app, serverOptions);
        open.push(client);
        const response = await client.request(method, '/');
        return [response.getStatusCode(), await response.getBody().text()];
      },
    ],
  ];

  describe.each(ways)('%s', (_way, ask) => {
    it('is a 500 instead of an empty 200', async () => {
      expect((await ask(appWith(reads), 'GET'))[0]).toBe(500);
    });

    it.each<[string, Layer, string, unknown]>([
      [
        'the layer returns what it has read',
        async (response) =>
          response.withBody(factories.createStream(await response.getBody().text())),
        'hello',
        'hello',
      ],
      [
        'the layer reads a part of it',
        async (response) => {
          await response.getBody().read(1);
          return response;
        },
        'hello',
        'ello',
      ],
      ['it is empty', reads, '', ''],
    ])('is sent if %s', async (_why, layer, content, sent) => {
      expect(await ask(appWith(layer, content), 'GET')).toEqual([200, sent]);
    });

    it('does not matter for HEAD', async () => {
      expect(await ask(appWith(reads), 'HEAD')).toEqual([200, '']);
    });
  });

  it('is refused in tests without a socket too', async () => {
    await expect(inProcess(appWith(reads)).get('/')).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
    });
  });
});
