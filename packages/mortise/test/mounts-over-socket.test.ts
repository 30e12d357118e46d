import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { RequestHandlerInterface } from '@mortise/http-message';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { talk } from '../../node/test/wire.js';
import { createApp, json, serve, type ServerHandle, text } from '../src/index.js';

let server: ServerHandle | null = null;
afterEach(() => server?.close());

/** Standard methods, and one that no route has a function for. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND'];

describe.each(nodeImplementations)('a mount over a socket, on %s', (_name, factories) => {
  const site = (name: string): RequestHandlerInterface => ({
    handle: () => text(factories.createResponse(), name).withHeader('X-By', name),
  });
  const byOf = async (url: string, method: string) => {
    const response = await fetch(url, { method });
    await response.arrayBuffer();
    return `${response.status} ${response.headers.get('X-By')}`;
  };

  // The catch-alls of each method, of one route for all, and of methods that only `map` has.
  const catchAlls = {
    any: (app: ReturnType<typeof createApp>) =>
      app.any('/{path:.*}', site('all'), { body: false, escapedSlashes: true }),
    'any in a group': (app: ReturnType<typeof createApp>) =>
      app.group('/{first}', (group) => group.any('/{path:.*}', site('all'), { body: false })),
    map: (app: ReturnType<typeof createApp>) =>
      app.map([...METHODS, '*'], '/{path:.*}', site('all'), { body: false }),
  };

  it.each(Object.entries(catchAlls))(
    'keeps its group and its paths before a later catch-all: %s',
    async (_what, register) => {
      const app = createApp({ factories });
      app.mount('/trpc', site('trpc'));
      app
        .group('/admin', (group) => void group.mount('/x', site('admin')))
        .add(() => factories.createResponse(403));
      register(app);
      const { url } = (server = await serve(app, { port: 0, factories }));
      for (const method of METHODS) {
        const seen = ['/trpc', '/trpc/a', '/%74rpc/a', '/admin/x', '/admin/x/y', '/%61dmin/x/y'];
        const got = await Promise.all(seen.map((path) => byOf(url + path, method)));
        expect([method, ...got]).toEqual([
          method,
          ...['200 trpc', '200 trpc', '200 trpc', '403 null', '403 null', '403 null'],
        ]);
        if (method !== 'PROPFIND') expect(await byOf(`${url}/other/y`, method)).toBe('200 all');
      }
      const handler = toFetchHandler(app, { factories });
      const fetched = await Promise.all(
        METHODS.map(async (method) => handler(new Request('http://h.test/admin/x/y', { method }))),
      );
      expect(fetched.map(({ status }) => status)).toEqual(METHODS.map(() => 403));
    },
  );

  it('is passed over for the same methods in variant A', async () => {
    const app = createVariantA({ factories });
    app
      .group('/admin', (group) => void group.mount('/x', site('admin')))
      .add((_request, response) => response.withStatus(403));
    app.any('/{path:.*}', (_request, response) => response.write('all'));
    server = await serve(app, { port: 0, factories });
    for (const method of METHODS) {
      expect([method, await byOf(`${server.url}/admin/x/y`, method)]).toEqual([method, '403 null']);
    }
  });

  it('serves HEAD where it serves GET: a later route for both does not pass a guard', async () => {
    const app = createApp({ factories });
    app
      .group('/admin', (group) => void group.get('/{path:.*}', site('admin')))
      .add(() => factories.createResponse(403));
    app.map(['GET', 'HEAD'], '/{path:.*}', site('all'));
    server = await serve(app, { port: 0, factories });
    expect(await byOf(`${server.url}/admin/a`, 'GET')).toBe('403 null');
    expect(await byOf(`${server.url}/admin/a`, 'HEAD')).toBe('403 null');
    expect(await byOf(`${server.url}/other`, 'HEAD')).toBe('200 all');
  });

  it('comes after the routes that were registered before it', async () => {
    const app = createApp({ factories });
    app.get('/api', site('index'));
    app.get('/api/health/{name}', site('health'));
    app.mount('/api', site('api'));
    server = await serve(app, { port: 0, factories });
    const got = [];
    for (const path of ['/api', '/api/health/db', '/api/users']) {
      got.push(await byOf(server.url + path, 'GET'), await byOf(server.url + path, 'POST'));
    }
    expect(got).toEqual([
      ...['200 index', '200 api', '200 health', '200 api', '200 api', '200 api'],
    ]);
  });

  it.each([
    ['a line feed', '/a%0Ab'],
    ['a line feed in the rest', '/files/a%0Ab/c'],
    ['1,600 characters in two segments', `/${'x'.repeat(800)}/${'y'.repeat(800)}`],
    ['7,000 characters', `/raw/${'%C3%BC/'.repeat(1000)}`],
    ['256 segments', '/a'.repeat(256)],
    ['1,000 segments', `/raw${'/a'.repeat(1000)}`],
    ['an escaped slash', '/a%2Fb'],
    ['an escaped slash in the rest', '/files/a%2Fb'],
    ['nothing that it matches', '/files/'],
  ])('gives a path with %s the response of the application alone', async (_what, path) => {
    const inner = createApp({ factories });
    inner.mount('/raw', {
      handle: (request) => text(factories.createResponse(), request.getUri().getPath()),
    });
    for (const pattern of ['/{a}', '/{a}/{b}', '/files/{rest:[^!]+}']) {
      inner.get<string>(pattern, (_request, response, args) => json(response, args));
    }
    inner.post('/{rest:.+}', (_request, response, args) => json(response, args));
    const middle = createApp({ factories }).setBasePath('/b');
    middle.mount('/n', inner);
    const outer = createApp({ factories });
    outer.group('/g', (group) => void group.mount('/m', middle));
    const variantA = createVariantA({ factories });
    variantA.mount('/g/m', middle);
    const answers = async (url: string) => {
      const asked = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PURGE'].map(async (method) => {
        const response = await fetch(url + path, { method });
        const { status, headers } = response;
        return [method, status, headers.get('Allow'), await response.text()];
      });
      return Promise.all(asked);
    };
    server = await serve(inner, { port: 0, factories });
    const alone = await answers(server.url);
    for (const app of [outer, variantA]) {
      await server.close();
      server = await serve(app, { port: 0, factories });
      expect(await answers(`${server.url}/g/m/b/n`)).toEqual(alone);
    }
  });

  it.each([
    '/m/w',
    '/%6d/w',
    '/m/%77',
    '/m/w?',
    '/m?',
    '/%6d',
    '/m/deep/x%2Dy?%71',
    '/%6d/%64eep',
    'http://o.test/m/w',
    'http://o.test/%6d/deep/',
  ])('keeps the target %s as the client sent it', async (target) => {
    const seen: RequestHandlerInterface = {
      handle: (request) => text(factories.createResponse(), request.getRequestTarget()),
    };
    const middle = createApp({ factories });
    middle.mount('/deep', seen);
    middle.any('/{path:.*}', seen);
    const app = createApp({ factories });
    app.mount('/m', middle);
    const variantA = createVariantA({ factories });
    variantA.mount('/m', middle);
    for (const outer of [app, variantA]) {
      for (const basePath of ['', '/b']) {
        const sent = basePath === '' ? target : target.replace(/\/(?=m|%6d)/, '/%62/');
        server = await serve(outer, { port: 0, factories, basePath });
        const head = `GET ${sent} HTTP/1.1\r\nHost: o.test\r\nConnection: close\r\n\r\n`;
        expect((await talk(server.port, head)).split('\r\n\r\n')[1]).toBe(sent);
        await server.close();
      }
    }
    if (target.startsWith('/')) {
      const response = await toFetchHandler(app, { factories })(
        new Request(`http://h.test${target}`),
      );
      expect(await response.text()).toBe(target);
    }
  });
});
