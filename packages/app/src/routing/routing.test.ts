import { describe, expect, it } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  type AppInterface,
  createApp,
  json,
  type MiddlewareFunction,
  RouteContext,
  routeOf,
  text,
} from '../index.js';

describe.each(implementations)('the way of a request into routing on %s', (_name, factories) => {
  const { get, request } = requestsOf(factories);
  const app = (): AppInterface => {
    const made = createApp({ factories });
    made.get('/books/{id}', (incoming, response, { id }) =>
      json(response, [id, routeOf(incoming)?.getArgument('id')]),
    );
    return made;
  };
  const textOf = async (made: AppInterface, incoming: ServerRequestInterface): Promise<string> =>
    (await made.handle(incoming)).getBody().text();
  /** Notes what `read` gives before and after the inner layers. */
  const noting =
    (seen: unknown[], read: (incoming: ServerRequestInterface) => unknown): MiddlewareFunction =>
    async (incoming, handler) => {
      seen.push(read(incoming));
      const response = await handler.handle(incoming.withAttribute('copy', 1));
      seen.push(read(incoming));
      return response;
    };

  describe('routeOf', () => {
    it('is null in an outer layer before handle, and the route after it', async () => {
      const made = app();
      const seen: unknown[] = [];
      made.add(
        noting(seen, (incoming) => {
          const route = routeOf(incoming);
          return route && [route.getPattern(), route.getArguments()];
        }),
      );
      await made.handle(get('/books/7'));
      expect(seen).toEqual([null, ['/books/{id}', { id: '7' }]]);
    });

    it('is null for a request that no application has handled, and for one without a route', async () => {
      expect(routeOf(get('/'))).toBeNull();
      const made = app();
      const seen: unknown[] = [];
      made.addErrorMiddleware(false, false, false);
      made.add(noting(seen, routeOf));
      await made.handle(get('/nowhere'));
      expect(seen).toEqual([null, null]);
    });

    it('shows the route to the handlers of errors', async () => {
      const made = createApp({ factories });
      made.get('/broken', () => {
        throw new Error('x');
      });
      made
        .addErrorMiddleware(false, false, false)
        .setDefaultErrorHandler((incoming) =>
          text(factories.createResponse(500), routeOf(incoming)?.getPattern() ?? 'none'),
        );
      expect(await textOf(made, get('/broken'))).toBe('/broken');
    });
  });

  describe('a layer that calls its handler again', () => {
    const elsewhere = (incoming: ServerRequestInterface, path: string): ServerRequestInterface =>
      incoming.withUri(factories.createUri(`http://example.test${path}`));

    it('routes that call, and keeps the first result for outer layers', async () => {
      const made = app();
      const seen: unknown[] = [];
      made.add(async (incoming, handler) => {
        await handler.handle(incoming);
        return handler.handle(elsewhere(incoming, '/books/2'));
      });
      made.add(noting(seen, (incoming) => routeOf(incoming)?.getArgument('id')));
      expect(await textOf(made, get('/books/1'))).toBe('["2","2"]');
      expect(seen).toEqual([undefined, '1']);
    });

    it('routes each of several calls at the same time', async () => {
      const made = app();
      made.add(async (incoming, handler) => {
        await Promise.resolve();
        return handler.handle(incoming);
      });
      made.add(async (incoming, handler) => {
        const paths = ['/books/1', '/books/2', '/books/3'];
        const all = await Promise.all(
          paths.map(async (path) => handler.handle(elsewhere(incoming, path))),
        );
        const bodies = await Promise.all(all.map((one) => one.getBody().text()));
        return json(factories.createResponse(), bodies);
      });
      expect(JSON.parse(await textOf(made, get('/')))).toEqual([
        '["1","1"]',
        '["2","2"]',
        '["3","3"]',
      ]);
    });

    it('routes again outside addRoutingMiddleware, and not inside it', async () => {
      const again =
        (path: string): MiddlewareFunction =>
        async (incoming, handler) => {
          await handler.handle(incoming);
          return handler.handle(elsewhere(incoming, path));
        };
      const outside = app();
      outside.addRoutingMiddleware();
      outside.add(again('/books/2'));
      expect(await textOf(outside, get('/books/1'))).toBe('["2","2"]');
      const inside = app();
      inside.add(again('/books/2'));
      inside.addRoutingMiddleware();
      expect(await textOf(inside, get('/books/1'))).toBe('["1","1"]');
    });

    it('keeps the first result outside addRoutingMiddleware, and that of each call inside it', async () => {
      const made = app();
      const seen: unknown[] = [];
      made.add((incoming, handler) => handler.handle(elsewhere(incoming, '/books/9')));
      made.addRoutingMiddleware();
      made.add(async (incoming, handler) => {
        await handler.handle(incoming);
        return handler.handle(elsewhere(incoming, '/books/2'));
      });
      made.add(noting(seen, (incoming) => routeOf(incoming)?.getArgument('id')));
      expect(await textOf(made, get('/books/1'))).toBe('["2","2"]');
      expect(seen).toEqual([undefined, '1']);
    });

    it('shows the first result to layers between until routing has run again', async () => {
      const made = app();
      const seen: unknown[] = [];
      made.add(noting(seen, (incoming) => routeOf(incoming)?.getArgument('id') ?? null));
      made.add(async (incoming, handler) => {
        await handler.handle(incoming);
        return handler.handle(elsewhere(incoming, '/books/2'));
      });
      await made.handle(get('/books/1'));
      expect(seen).toEqual([null, '1', '1', '1']);
    });

    it('routes a call whose request has lost its attributes', async () => {
      const made = app();
      made.add((incoming, handler) => {
        let bare = incoming;
        for (const name of Object.keys(incoming.getAttributes()))
          bare = bare.withoutAttribute(name);
        return handler.handle(bare);
      });
      expect(await textOf(made, get('/books/1'))).toBe('["1","1"]');
    });
  });

  describe('an application inside another', () => {
    const nested = (): { outer: AppInterface; inner: AppInterface } => {
      const inner = createApp({ factories });
      inner.get('/in/{x}', (incoming, response) =>
        text(response, routeOf(incoming)?.getPattern() ?? ''),
      );
      const outer = createApp({ factories });
      outer.get('/in/{rest:.*}', inner);
      return { outer, inner };
    };

    it('has its own context: neither sees the route of the other', async () => {
      const { outer, inner } = nested();
      const seen: unknown[] = [];
      const pattern = (incoming: ServerRequestInterface): unknown =>
        routeOf(incoming)?.getPattern() ?? null;
      inner.add(noting(seen, pattern));
      outer.add(noting(seen, pattern));
      expect(await textOf(outer, get('/in/7'))).toBe('/in/{x}');
      expect(seen).toEqual([null, null, '/in/{x}', '/in/{rest:.*}']);
    });

    it('has no route before it has routed', async () => {
      const { outer, inner } = nested();
      let error: unknown;
      inner.add((incoming, handler) => {
        try {
          RouteContext.fromRequest(incoming);
        } catch (thrown) {
          error = thrown;
        }
        return handler.handle(incoming);
      });
      await outer.handle(get('/in/7'));
      expect(error).toMatchObject({ code: 'ROUTING_NOT_DONE' });
    });

    it('is the application whose route is on the lifetime of the request', async () => {
      const incoming = get('/in/7');
      await nested().outer.handle(incoming);
      expect(incoming.getLifetime().getValue(ROUTED)?.pattern).toBe('/in/{x}');
    });

    it.each([
      ['innermost', () => undefined],
      ['placed by addRoutingMiddleware', (outer: AppInterface) => outer.addRoutingMiddleware()],
    ])(
      'keeps its first route on the lifetime when a layer outside routing that is %s calls again',
      async (_place, place) => {
        const { outer } = nested();
        place(outer);
        outer.add(async (incoming, handler) => {
          await handler.handle(incoming);
          return handler.handle(
            incoming.withUri(factories.createUri('http://example.test/in/8/9')),
          );
        });
        const incoming = get('/in/7');
        await outer.handle(incoming);
        expect(incoming.getLifetime().getValue(ROUTED)).toMatchObject({ outcome: 'found' });
      },
    );
  });

  describe('the lifetime of a request', () => {
    const routed = async (incoming: ServerRequestInterface) => {
      await app().handle(incoming);
      const value = incoming.getLifetime().getValue(ROUTED);
      return value && [value.outcome, value.pattern, value.name, value.methods];
    };

    it.each([
      ['GET', '/books/7', ['found', '/books/{id}', null, ['GET']]],
      ['PUT', '/books/7', ['method-not-allowed', null, null, ['GET', 'HEAD']]],
      ['GET', '/nowhere', ['not-found', null, null, []]],
      ['GET', '/%00', ['bad-path', null, null, []]],
    ])('shows what routing found for %s %s', async (method, path, facts) => {
      expect(await routed(request(method, path))).toEqual(facts);
    });

    it('shows nothing when a layer has responded before routing', async () => {
      const made = app();
      made.add(() => factories.createResponse(204));
      const incoming = get('/books/7');
      await made.handle(incoming);
      expect(incoming.getLifetime().getValue(ROUTED)).toBeUndefined();
    });

    it('keeps the first result when a layer calls its handler again', async () => {
      const made = app();
      made.add(async (incoming, handler) => {
        await handler.handle(incoming);
        return handler.handle(incoming.withMethod('PUT'));
      });
      const incoming = get('/books/7');
      await made.handle(incoming);
      expect(incoming.getLifetime().getValue(ROUTED)?.outcome).toBe('found');
    });

    it('shows the route by addRoutingMiddleware too', async () => {
      const made = app();
      made.addRoutingMiddleware();
      const incoming = get('/books/7');
      await made.handle(incoming);
      expect(incoming.getLifetime().getValue(ROUTED)?.pattern).toBe('/books/{id}');
    });
  });
});
