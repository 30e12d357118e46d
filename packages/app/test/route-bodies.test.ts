import { describe, expect, it } from '@jest/globals';
import type { MiddlewareInterface } from '@mortise/http-message';
import { methodOverride } from '@mortise/method-override';
import { createApp, httpError, parseBody, type RouteBodyOptions, text } from '../src/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { countedBodies, echo, LARGE, lengthOf, raw } from './counted-bodies.js';

const FORM_TYPE = 'application/x-www-form-urlencoded';

describe.each(implementations)('bodies of routes on %s', (_, factories) => {
  const { post, createBodyParser, appOf, answer, getReads } = countedBodies(factories);

  it('a handler finds its body parsed', async () => {
    const app = appOf();
    app.post('/', echo);
    expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
  });

  it('without the option, nothing is parsed', async () => {
    const app = createApp({ factories, createBodyParser });
    app.post('/', echo);
    expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, 'null', 0]);
  });

  it('nothing is read without a route, or if a layer refuses the request', async () => {
    const app = appOf();
    app.post('/', echo);
    app
      .group('/admin', (group) => {
        group.post('', echo);
      })
      .add(() => {
        throw httpError(401, 'Sign in.');
      });
    expect((await app.handle(post('/none', '{"a":1}'))).getStatusCode()).toBe(404);
    expect(getReads()).toBe(0);
    expect((await app.handle(post('/admin', '{"a":1}'))).getStatusCode()).toBe(401);
    expect(getReads()).toBe(0);
  });

  it('layers of groups and routes see the errors of parsing', async () => {
    const app = appOf();
    const seen: unknown[] = [];
    const see: MiddlewareInterface['process'] = async (request, handler) => {
      try {
        return await handler.handle(request);
      } catch (error) {
        seen.push((error as { status: number }).status);
        throw error;
      }
    };
    app
      .group('', (group) => {
        group.post('/', echo).add(see);
      })
      .add(see);
    expect((await app.handle(post('/', LARGE))).getStatusCode()).toBe(413);
    expect(seen).toEqual([413, 413]);
  });

  it('a layer that calls parseBody and passes its older copy on shares the parse', async () => {
    const app = appOf();
    const seen: unknown[] = [];
    app.post('/', (request, response) => {
      seen.push(request.getParsedBody(), request.getAttribute('x'));
      return echo(request, response);
    });
    app.add(async (request, handler) => {
      seen.push((await parseBody(request)).getParsedBody());
      return handler.handle(request.withAttribute('x', 1));
    });
    expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
    expect(seen).toEqual([{ a: 1 }, { a: 1 }, 1]);
    expect(seen[0]).toBe(seen[1]);
  });

  it('a layer that calls parseBody and corrects the type of its older copy gets that parse too', async () => {
    const app = appOf();
    app.post('/', echo);
    let calls = 0;
    const corrected: MiddlewareInterface['process'] = async (request, handler) => {
      await parseBody(request);
      calls += 1;
      return handler.handle(request.withHeader('Content-Type', FORM_TYPE));
    };
    app.group('/twice', (group) => void group.post('', echo)).add(corrected);
    app.add(corrected);
    expect(await answer(app, post('/', 'a=1'))).toEqual([200, '{"a":"1"}', 1]);
    expect(await answer(app, post('/twice', 'a=1'))).toEqual([200, '{"a":"1"}', 1]);
    expect(calls).toBe(3);
  });

  it('a parsed body that a layer sets wins, and nothing is read', async () => {
    const app = appOf();
    app
      .post('/', echo)
      .add((request, handler) => handler.handle(request.withParsedBody({ own: 1 })));
    expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"own":1}', 0]);
  });

  it('a handler that is called again finds the same data', async () => {
    const app = appOf();
    let tries = 0;
    app
      .group('', (group) => {
        group.post('/', (request, response) => {
          tries++;
          if (tries === 1) throw new Error('once');
          return echo(request, response);
        });
      })
      .add(async (request, handler) => {
        try {
          return await handler.handle(request);
        } catch {
          return handler.handle(request);
        }
      });
    expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
    expect(tries).toBe(2);
  });

  describe('the option body of a route', () => {
    it.each<[string, RouteBodyOptions, number]>([
      ['a larger limit', { maxBytes: 1000 }, 200],
      ['a smaller limit', { maxBytes: 5 }, 413],
    ])('replaces that of the application: %s', async (_what, body, status) => {
      const app = appOf();
      app.post('/', lengthOf, { body });
      const sent = status === 200 ? LARGE : '{"a":1}';
      expect((await app.handle(post('/', sent))).getStatusCode()).toBe(status);
    });

    it('keeps the other options of the application', async () => {
      const app = appOf({ body: { maxBytes: 5, strict: true } });
      app.post('/', echo, { body: { maxBytes: 100 } });
      expect((await app.handle(post('/', '{"a":'))).getStatusCode()).toBe(400);
    });

    it('parses the body of one route of an application without the option', async () => {
      const app = createApp({ factories, createBodyParser });
      app.post('/', echo, { body: {} });
      app.post('/other', echo);
      expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
      expect(await answer(app, post('/other', '{"a":1}'))).toEqual([200, 'null', 0]);
    });

    it('false leaves the body unread, even for layers that call parseBody', async () => {
      const app = appOf();
      app.post('/', raw, { body: false });
      app.add(async (request, handler) => handler.handle(await parseBody(request)));
      expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
    });

    it('holds for layers outside routing, however the path is encoded', async () => {
      const app = appOf();
      app.post('/big/{id}', lengthOf, { body: { maxBytes: 1000 } });
      app.post('/small', lengthOf);
      app.add(async (request, handler) => handler.handle(await parseBody(request)));
      expect((await app.handle(post('/%62ig/1', LARGE))).getStatusCode()).toBe(200);
      expect((await app.handle(post('/small', LARGE))).getStatusCode()).toBe(413);
    });

    it('holds for addBodyParsingMiddleware', async () => {
      const app = appOf({ body: {} });
      app.post('/raw', raw, { body: false });
      app.post('/small', echo, { body: { maxBytes: 5 } });
      app.post('/', echo);
      app.addBodyParsingMiddleware();
      expect(await answer(app, post('/raw', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
      expect((await app.handle(post('/small', '{"a":1}'))).getStatusCode()).toBe(413);
      expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
    });

    it('is inherited from groups: the inner option wins, and keeps those of the outer', async () => {
      const app = appOf();
      app.group(
        '/g',
        (outer) => {
          outer.post('/raw', raw);
          outer.post('/own', echo, { body: { strict: true } });
          outer.group(
            '/i',
            (inner) => {
              inner.post('', echo);
            },
            { body: { maxBytes: 5 } },
          );
        },
        { body: false },
      );
      expect(await answer(app, post('/g/raw', '{"a":1}'))).toEqual([200, '{"a":1} null', 1]);
      expect((await app.handle(post('/g/own', '{"a":'))).getStatusCode()).toBe(400);
      expect((await app.handle(post('/g/i', '{"a":1}'))).getStatusCode()).toBe(413);
      expect(await answer(app, post('/g/i', '[1]'))).toEqual([200, '[1]', 1]);
    });

    it('is refused with an unknown name, and the route is not registered', () => {
      const app = appOf();
      const body = { maxByte: 1 } as RouteBodyOptions;
      expect(() => app.post('/', echo, { body })).toThrow('maxByte');
      expect(app.getRouteCollector().getRoutes()).toEqual([]);
    });

    it('is refused without a parser, unless it is false', () => {
      const missing = expect.objectContaining({ code: 'BODY_PARSER_MISSING' });
      const app = createApp({ factories });
      expect(() => app.post('/', echo, { body: {} })).toThrow(missing);
      expect(() => app.post('/raw', echo, { body: false })).not.toThrow();
      expect(() => createApp({ factories, body: {} })).toThrow(missing);
    });
  });

  describe('methodOverride', () => {
    const overriding = () => {
      const app = appOf();
      app.put('/', (request, response) =>
        text(response, `put ${JSON.stringify(request.getParsedBody())}`),
      );
      app.post('/hook', raw, { body: false });
      app.post('/large', lengthOf, { body: { maxBytes: 1000 } });
      app.post('/', echo);
      app.add(methodOverride());
      return app;
    };

    it('finds the field of a form, which is parsed once', async () => {
      expect(await answer(overriding(), post('/', '_METHOD=PUT&a=1', FORM_TYPE))).toEqual([
        200,
        'put {"_METHOD":"PUT","a":"1"}',
        1,
      ]);
    });

    it('leaves the form of a route with body: false unread', async () => {
      expect(await answer(overriding(), post('/hook', '_METHOD=PUT', FORM_TYPE))).toEqual([
        200,
        '_METHOD=PUT null',
        1,
      ]);
    });

    it('keeps to the limit of the route', async () => {
      const large = `a=${'x'.repeat(200)}`;
      expect((await answer(overriding(), post('/large', large, FORM_TYPE)))[0]).toBe(200);
      expect((await answer(overriding(), post('/', large, FORM_TYPE)))[0]).toBe(413);
    });

    it('does not parse other types', async () => {
      expect((await answer(overriding(), post('/none', '{"a":1}')))[2]).toBe(0);
    });

    it('finds the field outside addBodyParsingMiddleware', async () => {
      const app = appOf({});
      app.put('/', echo);
      app.addBodyParsingMiddleware();
      app.add(methodOverride());
      expect((await answer(app, post('/', '_METHOD=PUT', FORM_TYPE)))[0]).toBe(200);
    });
  });

  describe('addBodyParsingMiddleware', () => {
    it('parses at its place: layers inside find the parsed body, layers outside do not', async () => {
      const app = createApp({ factories, createBodyParser });
      const seen: unknown[] = [];
      const see: MiddlewareInterface['process'] = (request, handler) => {
        seen.push(request.getParsedBody());
        return handler.handle(request);
      };
      app.post('/', echo);
      app.add(see);
      app.addBodyParsingMiddleware();
      app.add(see);
      expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"a":1}', 1]);
      expect(seen).toEqual([null, { a: 1 }]);
    });

    it('gives layers outside its parser, and parses once', async () => {
      const app = createApp({ factories, createBodyParser });
      app.post('/', echo);
      app.addBodyParsingMiddleware({ 'text/x': (input) => [input] });
      const seen: unknown[] = [];
      app.add(async (request, handler) => {
        seen.push((await parseBody(request)).getParsedBody());
        return handler.handle(request);
      });
      expect(await answer(app, post('/', 'b', 'text/x'))).toEqual([200, '["b"]', 1]);
      expect(seen).toEqual([['b']]);
    });

    it('accepts another parser, at its place', async () => {
      const app = createApp({
        factories,
        createBodyParser: () => (request) => request.withParsedBody({ own: 1 }),
      });
      app.post('/', echo);
      app.addBodyParsingMiddleware();
      expect(await answer(app, post('/', '{"a":1}'))).toEqual([200, '{"own":1}', 0]);
    });
  });
});
