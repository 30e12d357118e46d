import { describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type AppInterface, createApp, parseBody, type RouteBodyOptions } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { countedBodies, echo, LARGE, lengthOf, raw } from './counted-bodies.js';

describe.each(implementations)('bodies of nested applications on %s', (_, factories) => {
  const { post, appOf, answer } = countedBodies(factories);

  it('the inner limits hold in a route with body: false', async () => {
    const inner = appOf({ body: { maxBytes: 1000 } });
    inner.post('/in', lengthOf);
    const app = appOf();
    app.post('/in', inner, { body: false });
    expect((await app.handle(post('/in', LARGE))).getStatusCode()).toBe(200);
  });

  it('the inner handler finds what the outer application has parsed', async () => {
    const inner = appOf();
    inner.post('/in', echo);
    const app = appOf();
    app.post('/in', inner);
    expect(await answer(app, post('/in', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
  });

  it('an inner application without a parser leaves the body of body: false unread', async () => {
    const inner = createApp({ factories });
    inner.post('/other', raw);
    // Paths of a mounted application are its own: `/other` of the outer one is another route.
    inner.add(async (request, handler) => {
      const moved = request.withUri(request.getUri().withPath('/other'));
      return handler.handle(await parseBody(moved));
    });
    const app = appOf();
    app.post('/in', inner, { body: false });
    app.post('/other', echo);
    expect(await answer(app, post('/in', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
  });

  it('a mounted application without a parser has none, for its layers and its routes', async () => {
    const inner = createApp({ factories });
    inner.post('/other', async (request, response) => raw(await parseBody(request), response));
    inner.add(async (request, handler) => handler.handle(await parseBody(request)));
    const app = appOf();
    app.mount('/in', inner);
    // Longer than the outer application allows.
    expect(await answer(app, post('/in/other', LARGE))).toEqual([200, `${LARGE} null`, 3]);
  });

  it.each<[string, RouteBodyOptions | false | undefined, unknown[]]>([
    ['nothing, as by default', undefined, [200, '{"a":1} null', 1]],
    ['what its options say', { maxBytes: 5 }, [413, expect.any(String), 1]],
  ])('a mounted handler that calls parseBody gets %s', async (_name, body, expected) => {
    const handler = {
      handle: async (request: ServerRequestInterface) =>
        raw(await parseBody(request), factories.createResponse()),
    };
    const app = appOf();
    // The path below the mount is also that of a route.
    app.post('/other', echo, { body: { maxBytes: 50 } });
    app.mount('/in', handler, body === undefined ? {} : { body });
    expect(await answer(app, post('/in/other', '{"a":1}'))).toEqual(expected);
  });

  it.each<[string, (part: AppInterface, request: ServerRequestInterface) => unknown]>([
    ['has responded', (part, request) => part.handle(request)],
    ['has refused it', (part, request) => part.handle(request.withMethod('PUT'))],
    [
      'has thrown',
      (part, request) =>
        Promise.resolve(part.handle(request.withMethod('PATCH'))).catch(() => undefined),
    ],
  ])(
    'an application that goes on with a request after another one %s parses it itself',
    async (_name, pass) => {
      const part = appOf({ errors: false });
      part.post('/', lengthOf, { body: false });
      part.put('/', (_request, response) => response.withStatus(409), { body: false });
      part.patch('/', async () => Promise.reject(new Error('failed')), { body: false });
      const app = appOf();
      app.post('/', echo);
      const seen: unknown[] = [];
      app.add(async (request, handler) => {
        const parsed = await parseBody(request);
        seen.push(parsed.getParsedBody());
        return handler.handle(parsed);
      });
      app.add(async (request, handler) => {
        await pass(part, request.withBody(factories.createStream('{}')));
        return handler.handle(request);
      });
      expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
      expect(seen).toEqual([{ a: 1 }]);
    },
  );
});
