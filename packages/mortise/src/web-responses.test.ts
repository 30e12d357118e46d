import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type AppInterface, createApp, factories, type ResponseInterface, serve } from './index.js';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Client {
  readonly port: number;
  request(method: string, path: string): Promise<Response>;
}

async function served(configure: (app: AppInterface) => void): Promise<Client> {
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({ errors: { details: true }, logger });
  configure(app);
  const server = await serve(app, { port: 0, onError: () => undefined });
  closing.push(() => server.close());
  return {
    port: server.port,
    request: (method, path) => fetch(server.url + path, { method }),
  };
}

function endless(cancelled: () => void): Response {
  return new Response(
    new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        controller.enqueue(new TextEncoder().encode('tick'));
      },
      cancel: cancelled,
    }),
  );
}

describe('a web Response that a handler returns', () => {
  it('is a response for the layers outside, each cookie with its own line', async () => {
    const client = await served((app) => {
      app.get(
        '/',
        () =>
          new Response('hello', {
            status: 201,
            headers: [
              ['Set-Cookie', 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT'],
              ['Set-Cookie', 'b=2'],
            ],
          }),
      );
      app.add(async (request, handler) =>
        (await handler.handle(request)).withHeader('X-Layer', 'seen'),
      );
    });
    const response = await client.request('GET', '/');
    expect([response.status, await response.text(), response.headers.get('x-layer')]).toEqual([
      ...[201, 'hello', 'seen'],
    ]);
    expect(response.headers.getSetCookie()).toEqual([
      ...['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2'],
    ]);
  });

  it('is taken from notFound, handlers of errors, and middleware of groups and routes', async () => {
    const client = await served((app) => {
      app.notFound(() => new Response('none', { status: 404 }));
      app
        .addErrorMiddleware()
        .setErrorHandler(RangeError, () => Promise.resolve(new Response('range', { status: 400 })));
      app.get('/fails', () => {
        throw new RangeError('x');
      });
      app
        .get('/route', (_request, response) => response)
        .add(() => Promise.resolve(new Response('of route')));
      app
        .group('/group', (group) => {
          group.get('', (_request, response) => response);
        })
        .add(() => new Response('of group'));
    });
    const texts = ['/missing', '/fails', '/route', '/group'].map(async (path) => {
      const response = await client.request('GET', path);
      return `${response.status} ${await response.text()}`;
    });
    expect(await Promise.all(texts)).toEqual([
      ...['404 none', '400 range', '200 of route', '200 of group'],
    ]);
  });

  it.each([null, undefined, {}])(
    'is aborted, not shortened, if its stream has %p among its chunks',
    async (chunk: unknown) => {
      const client = await served((app) => {
        app.get('/', () => {
          const [a, b] = ['a', 'b'].map((each) => new TextEncoder().encode(each));
          const stream = new ReadableStream<unknown>({
            start(controller) {
              for (const each of [a, chunk, b]) controller.enqueue(each);
              controller.close();
            },
          });
          return new Response(stream as ReadableStream<Uint8Array>);
        });
      });
      const response = client.request('GET', '/').then((found) => found.text());
      await expect(response).rejects.toThrow('terminated');
    },
  );

  it('of fetch is without the coding of its source, for HEAD too, and without what a proxy asks for', async () => {
    const packed = gzipSync('hello');
    const source = await served((app) => {
      app.get('/', (_request, response) =>
        response
          .withHeader('Content-Encoding', 'gzip')
          .withHeader('Proxy-Authenticate', 'Basic')
          .withHeader('X-A', '1')
          .withBody(factories.createStreamFromResource(packed)),
      );
    });
    const client = await served((app) => {
      app.get('/', (request) => source.request(request.getMethod(), '/'));
    });
    const names = ['x-a', 'content-encoding', 'proxy-authenticate'];
    for (const [method, body] of [
      ['GET', 'hello'],
      ['HEAD', ''],
    ] as const) {
      const response = await client.request(method, '/');
      expect([await response.text(), ...names.map((name) => response.headers.get(name))]).toEqual([
        ...[body, '1', null, null],
      ]);
    }
  });

  it('has no body for 304', async () => {
    const client = await served((app) => {
      app.get('/', () => new Response(null, { status: 304, headers: { ETag: '"7"' } }));
    });
    const same = await client.request('GET', '/');
    expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, '"7"', '']);
  });

  it.each([
    ['Response.error()', () => Response.error(), 'is a network error'],
    ['a 101', () => Object.defineProperty(new Response(), 'status', { value: 101 }), 'status 101'],
    [
      'a used body',
      async () => {
        const used = new Response('x');
        await used.text();
        return used;
      },
      'create a new Response for each request',
    ],
  ])('is an error that names the route and the reason for %s', async (_what, make, reason) => {
    const client = await served((app) => app.get('/', make));
    const response = await client.request('GET', '/');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('route GET / returned an invalid response');
    expect(text).toContain(reason);
  });

  it.each([
    ['HEAD', 'HEAD', (response: ResponseInterface) => response],
    [
      'a replaced body',
      'GET',
      (response: ResponseInterface) => response.withBody(factories.createStream('other')),
    ],
  ])('has its stream cancelled for %s', async (_what, method, change) => {
    let cancel = (): void => undefined;
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    const client = await served((app) => {
      app.get('/', () => endless(cancel));
      app.add(async (request, handler) => change(await handler.handle(request)));
    });
    await (await client.request(method, '/')).text();
    await cancelled;
  });

  it('has its stream cancelled when the client leaves', async () => {
    let cancel = (): void => undefined;
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    const client = await served((app) => app.get('/', () => endless(cancel)));
    const socket = connect(client.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.destroy();
    await cancelled;
  });
});
