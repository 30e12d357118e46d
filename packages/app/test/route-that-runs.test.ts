import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface, ServerRequestInterface } from '@mortise/http-message';
import { methodOverride } from '@mortise/method-override';
import { type AppInterface, parseBody, variantB } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { countedBodies, echo, LARGE, lengthOf, raw } from './counted-bodies.js';

type Change = (request: ServerRequestInterface) => ServerRequestInterface;
type Process = MiddlewareInterface['process'];

const CHANGES: readonly [what: string, change: Change][] = [
  ['the method', (request) => request.withMethod('PUT')],
  ['the path', (request) => request.withUri(request.getUri().withPath('/big'))],
  ['both', (request) => request.withMethod('PUT').withUri(request.getUri().withPath('/big'))],
];

/** Changes a request, and parses its body. */
const parsing =
  (change: Change): Process =>
  async (request, handler) =>
    handler.handle(await parseBody(change(request)));

describe.each(implementations)('the body options of the route that runs on %s', (_, factories) => {
  const { post, appOf, answer } = countedBodies(factories);

  /** `POST /raw` reads nothing and `POST /small` 5 bytes; the routes that a changed request would match, all. */
  const routes = (app: AppInterface): AppInterface => {
    const all = { body: { maxBytes: 1000 } };
    app.post('/raw', raw, { body: false });
    app.post('/small', lengthOf, { body: { maxBytes: 5 } });
    app.put('/raw', lengthOf, all);
    app.put('/small', lengthOf, all);
    app.any('/big', lengthOf, all);
    return app;
  };
  const routesFirst = (): AppInterface =>
    routes(appOf({ variant: (parts) => ({ ...variantB(parts), routesFirst: true }) }));
  const early: readonly [
    place: string,
    make: () => AppInterface,
    end: (app: AppInterface) => void,
  ][] = [
    ['inside addRoutingMiddleware()', () => routes(appOf()), (app) => app.addRoutingMiddleware()],
    ['of a variant that routes first', routesFirst, () => undefined],
  ];
  const expectOptions = async (app: AppInterface): Promise<void> => {
    expect(await answer(app, post('/raw', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
    expect((await answer(app, post('/small', '{"a":1}')))[0]).toBe(413);
  };

  describe.each(CHANGES)('after a layer has changed %s', (_what, change) => {
    it.each(early)('count for layers %s', async (_place, make, end) => {
      const app = make().add(parsing(change));
      end(app);
      await expectOptions(app);
    });

    it.each(early)('count for addBodyParsingMiddleware() %s', async (_place, make, end) => {
      const app = make();
      app.addBodyParsingMiddleware();
      app.add((request, handler) => handler.handle(change(request)));
      end(app);
      await expectOptions(app);
    });

    it('count for layers of groups and routes', async () => {
      for (const place of ['group', 'route'] as const) {
        const app = appOf();
        const layer = parsing(change);
        const group = app.group('', (inner) => {
          routes(inner as AppInterface);
        });
        if (place === 'group') group.add(layer);
        else for (const route of app.getRouteCollector().getRoutes()) route.add(layer);
        await expectOptions(app);
      }
    });

    it('count for a handler', async () => {
      const app = routes(appOf());
      app.post('/', async (request, response) => raw(await parseBody(change(request)), response), {
        body: false,
      });
      app.put('/', lengthOf, { body: { maxBytes: 1000 } });
      expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
    });

    it('count for layers of a mount, and for its handler', async () => {
      const app = routes(appOf());
      const handler = {
        handle: async (request: ServerRequestInterface) =>
          raw(await parseBody(change(request)), factories.createResponse()),
      };
      app.mount('/in', handler).add(parsing(change));
      expect(await answer(app, post('/in/small', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
    });

    it('are those of the new route for layers outside routing', async () => {
      const app = routes(appOf()).add(parsing(change));
      expect(await answer(app, post('/small', LARGE))).toEqual([200, '208', 3]);
    });

    it.each([
      ['innermost', () => undefined],
      ['placed', (app: AppInterface) => app.addRoutingMiddleware()],
    ])(
      'are those of the new route for a layer outside routing that is %s and calls again',
      async (_place, place) => {
        const app = routes(appOf());
        app.post('/first', (_request, response) => response.withStatus(503), { body: false });
        app.put('/first', lengthOf, { body: { maxBytes: 1000 } });
        place(app);
        app.add(async (request, handler) => {
          await handler.handle(request);
          return parsing(change)(request, handler);
        });
        expect(await answer(app, post('/first', LARGE))).toEqual([200, '208', 3]);
      },
    );
  });

  it('are those of the routes of a mounted application, whose layer changes the path', async () => {
    const inner = routes(appOf());
    const app = routes(appOf());
    app.mount('/in', inner).add(parsing((request) => request.withMethod('POST')));
    expect(await answer(app, post('/in/raw', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
    inner.add(parsing((request) => request.withUri(request.getUri().withPath('/big'))));
    expect(await answer(app, post('/in/small', LARGE))).toEqual([200, '208', 3]);
  });

  it('count for methodOverride() inside addRoutingMiddleware()', async () => {
    const app = routes(appOf());
    app.add(parsing((request) => request)).add(methodOverride());
    app.addRoutingMiddleware();
    const request = (path: string) =>
      post(path, '{"a":1}').withHeader('X-Http-Method-Override', 'PUT');
    expect(await answer(app, request('/raw'))).toEqual([200, '{"a":1} null', 1]);
    expect((await answer(app, request('/small')))[0]).toBe(413);
  });

  it('without a route, are those of the application', async () => {
    const app = routesFirst();
    app.notFound(async (request, response) => echo(await parseBody(request), response));
    app.add(parsing((request) => request.withUri(request.getUri().withPath('/big'))));
    expect(await answer(app, post('/none', '{"a":1}'))).toEqual([404, '{"a":1}', 1]);
    expect((await answer(app, post('/none', LARGE)))[0]).toBe(413);
  });
});
