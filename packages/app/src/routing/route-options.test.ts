import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { MetadataKey } from '@mortise/http-message';
import { factories } from '@mortise/message-plain';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, type MiddlewareFunction, routeOf, type Routes, text } from '../index.js';

const SCOPE: MetadataKey<string> = 'scope';
const ROLE: MetadataKey<string> = 'role';

const { get } = requestsOf(factories);
const respond = (_request: unknown, response: ReturnType<typeof factories.createResponse>) =>
  response;

/** Middleware that notes its name. */
function step(order: string[], name: string): MiddlewareFunction {
  return (request, handler) => {
    order.push(name);
    return handler.handle(request);
  };
}

describe('the options of a route', () => {
  it('name it, so that URLs can be created', () => {
    const app = createApp({ factories });
    app.get('/books/{id}', respond, { name: 'book' });
    app.map(['PUT'], '/books/{id}', respond, { name: 'change' });
    const urls = app.getRouteCollector().getRouteParser();
    expect([urls.urlFor('book', { id: 1 }), urls.urlFor('change', { id: 2 })]).toEqual([
      '/books/1',
      '/books/2',
    ]);
  });

  it('refuse the name of another route, and register nothing', () => {
    const app = createApp({ factories });
    app.get('/a', respond).setName('page');
    expect(() => app.get('/b', respond, { name: 'page' })).toThrow(
      expect.objectContaining({ code: 'ROUTE_NAME_TAKEN' }),
    );
    expect(app.getRouteCollector().getRoutes()).toHaveLength(1);
  });

  it('put middleware around it, the first outermost; add() puts more around that', async () => {
    const app = createApp({ factories });
    const order: string[] = [];
    app
      .get('/', respond, { layers: [step(order, 'first'), step(order, 'second')] })
      .add(step(order, 'added'));
    await app.handle(get('/'));
    expect(order).toEqual(['added', 'first', 'second']);
  });

  it.each([
    [{ layer: [] }, 'layer'],
    [[() => respond], ''],
    [{ process: () => respond }, 'process'],
    [{ metadata: null }, 'metadata'],
    [{ escapedSlashes: 1 }, 'escapedSlashes'],
    [{ body: null }, 'body'],
  ])('refuse %p, which would be ignored, and register nothing', (options: object, name) => {
    const app = createApp({ factories });
    const refusal = (place: string) =>
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: name === '' ? place : `${place}.${name}`,
      });
    expect(() => app.get('/a', respond, options)).toThrow(refusal('route("/a")'));
    expect(() => app.group('/b', (group) => group.get('', respond), options)).toThrow(
      refusal('group("/b")'),
    );
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
  });

  it('refuse a layer that is not middleware, and register nothing', () => {
    const app = createApp({ factories });
    expect(() => app.get('/', respond, { layers: [7 as never] })).toThrow(
      expect.objectContaining({ code: 'MIDDLEWARE_INVALID' }),
    );
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
  });

  it('say layers for middleware, which other frameworks have', () => {
    const app = createApp({ factories });
    const options = { middleware: [] } as object;
    const line = /^unknown option (.*)\.middleware; expected \1\.layers$/;
    expect(() => app.get('/', respond, options)).toThrow(line);
    expect(() => app.group('/g', () => undefined, options)).toThrow(line);
  });

  it.each([[{ process: () => respond }], [() => respond], ['auth'], [null]])(
    'refuse %p in place of a list of layers, and register nothing',
    (layers: unknown) => {
      const refused = expect.objectContaining({
        code: 'OPTION_INVALID',
        message: expect.stringMatching(/layers: received .*; expected a list of middleware/),
      });
      const options = { layers: layers as never };
      const app = createApp({ factories });
      expect(() => app.get('/', respond, options)).toThrow(refused);
      expect(() => app.group('/', () => undefined, options)).toThrow(refused);
      expect(() => createApp({ factories, ...options })).toThrow(refused);
      expect(app.getRouteCollector().getRoutes()).toEqual([]);
    },
  );

  it('name the layers in explanations', () => {
    const app = createApp({ factories });
    const auth: MiddlewareFunction = (request, handler) => handler.handle(request);
    app.group('/g', (group) => group.get('/x', respond, { layers: [auth] }), { layers: [auth] });
    expect(app.explain()).toContain(
      '    middleware "auth" of group /g\n    middleware "auth" of route GET /g/x',
    );
  });
});

describe('the options of a group', () => {
  it('put middleware around its routes, the first outermost, with that of inner groups inside', async () => {
    const app = createApp({ factories });
    const order: string[] = [];
    app
      .group(
        '/a',
        (outer) => {
          outer.group('/b', (inner) => inner.get('', respond), { layers: [step(order, 'inner')] });
        },
        { layers: [step(order, 'first'), step(order, 'second')] },
      )
      .add(step(order, 'added'));
    await app.handle(get('/a/b'));
    expect(order).toEqual(['added', 'first', 'second', 'inner']);
  });
});

describe('metadata', () => {
  const twoGroups = () => {
    const app = createApp({ factories });
    const made: Record<string, ReturnType<typeof app.get>> = {};
    const groups: Record<string, ReturnType<typeof app.group>> = {};
    groups['outer'] = app.group(
      '/a',
      (outer) => {
        made['outside'] = outer.get('', respond);
        groups['inner'] = outer.group(
          '/b',
          (inner) => {
            made['inside'] = inner.get('', respond, { metadata: { [SCOPE]: 'route' } });
          },
          { metadata: { [ROLE]: 'inner' } },
        );
      },
      { metadata: { [SCOPE]: 'outer', [ROLE]: 'outer' } },
    );
    const read = (name: string) => [made[name]?.getMetadata(SCOPE), made[name]?.getMetadata(ROLE)];
    return { app, made, groups, read };
  };

  it('is merged key by key: the route wins over its inner group, that over the outer one', () => {
    const { read } = twoGroups();
    expect([read('outside'), read('inside')]).toEqual([
      ['outer', 'outer'],
      ['route', 'inner'],
    ]);
  });

  it('can be set later on a group, for its existing routes; the inner value still wins', () => {
    const { made, groups, read } = twoGroups();
    groups['outer']?.setMetadata(SCOPE, 'set').setMetadata(ROLE, 'set');
    expect([read('outside'), read('inside')]).toEqual([
      ['set', 'set'],
      ['route', 'inner'],
    ]);
    groups['inner']?.setMetadata(ROLE, 'later');
    made['inside']?.setMetadata(SCOPE, 'mine');
    expect(read('inside')).toEqual(['mine', 'later']);
  });

  it('is typed by its key, and unknown for a plain string', () => {
    const app = createApp({ factories });
    const route = app.get('/', respond).setMetadata(SCOPE, 'x');
    expectTypeOf(route.getMetadata(SCOPE)).toEqualTypeOf<string | undefined>();
    expectTypeOf(route.getMetadata('other')).toEqualTypeOf<unknown>();
    expect(route.getMetadata('other')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString'])('has %s as an ordinary key', (key) => {
    const app = createApp({ factories });
    const group = app.group('/g', (inner) => void inner.get('', respond));
    const [route] = app.getRouteCollector().getRoutes();
    expect(route?.getMetadata(key)).toBeUndefined();
    group.setMetadata(key, 1);
    expect(route?.getMetadata(key)).toBe(1);
    route?.setMetadata(key, 2);
    expect(route?.getMetadata(key)).toBe(2);
  });

  it('can be read by layers, before and after the callback', async () => {
    const app = createApp({ factories });
    const seen: unknown[] = [];
    app.get('/', respond, { metadata: { [SCOPE]: 'read' } });
    app.add((request, handler) => {
      const response = handler.handle(request);
      seen.push(routeOf(request)?.getMetadata(SCOPE));
      return response;
    });
    await app.handle(get('/'));
    expect(seen).toEqual(['read']);
  });
});

describe('onEachRoute', () => {
  it('is called for routes registered before and after it, with their options', () => {
    const app = createApp({ factories });
    const seen: unknown[] = [];
    app.get('/before', respond);
    app.onEachRoute((route) =>
      seen.push([route.getPattern(), route.getName(), route.getMetadata(SCOPE)]),
    );
    app.group(
      '/g',
      (group) => {
        group.get('/after', respond, { name: 'after' });
        group.redirect('/old', '/new');
      },
      { metadata: { [SCOPE]: 's' } },
    );
    expect(seen).toEqual([
      ['/before', null, undefined],
      ['/g/after', 'after', 's'],
      ['/g/old', null, 's'],
    ]);
  });

  it('can refuse a route while it is being registered', () => {
    const app = createApp({ factories });
    app.onEachRoute((route) => {
      if (route.getMetadata(SCOPE) === undefined)
        throw new Error(`${route.getPattern()} has no scope`);
    });
    expect(() => app.get('/x', respond)).toThrow('/x has no scope');
  });
});

describe('looking up routes without handling a request', () => {
  const app = createApp({ factories });
  app.setBasePath('/app');
  app.get('/books/{id}', respond, { name: 'book', metadata: { [SCOPE]: 'read' } });
  app.post('/books/{id:[0-9]+}', respond);
  const collector = app.getRouteCollector();

  it('methodsFor lists the methods of a path, HEAD after GET', () => {
    expect(collector.methodsFor('/app/books/7')).toEqual(['GET', 'HEAD', 'POST']);
    expect(collector.methodsFor('/%61pp/books/x')).toEqual(['GET', 'HEAD']);
    expect(collector.methodsFor('/books/7')).toEqual([]);
    expect(collector.methodsFor('/app/%zz')).toEqual([]);
  });

  it('match returns what routing would find', () => {
    const found = collector.match('HEAD', '/app/books/x');
    expect([found.outcome, found.pattern, found.name, found.methods]).toEqual([
      'found',
      '/app/books/{id}',
      'book',
      ['GET'],
    ]);
    expect(found.getMetadata(SCOPE)).toBe('read');
    expect(collector.match('DELETE', '/app/books/7')).toMatchObject({
      outcome: 'method-not-allowed',
      methods: ['GET', 'HEAD', 'POST'],
    });
    expect(collector.match('GET', '/').outcome).toBe('not-found');
    expect(collector.match('GET', '/app/%zz').outcome).toBe('bad-path');
  });

  it('explain says for each route why a request does or does not reach it', () => {
    expect(app.explain('POST', '/app/books/x')).toBe(
      [
        'GET /books/{id}: serves GET, not POST',
        'POST /books/{id:[0-9]+}: "x" at 7 does not match ([0-9]{1,})',
      ].join('\n'),
    );
    expect(app.explain('GET', '/app/%zz')).toBe('');
  });
});

describe('Routes', () => {
  it('is the parameter of a function that registers routes under any prefix', async () => {
    const books = (routes: Routes): void => {
      routes.get('/{id}', (_request, response, { id }) => text(response, id));
    };
    const ofShelf = (routes: Routes<'/shelves/{shelf}'>): void => {
      routes.get('', (_request, response, { shelf }) => text(response, shelf));
    };
    const app = createApp({ factories });
    app.group('/books', books);
    app.group('/shelves/{shelf}', ofShelf);
    expect(await (await app.handle(get('/books/7'))).getBody().text()).toBe('7');
    expect(await (await app.handle(get('/shelves/a'))).getBody().text()).toBe('a');
  });
});

describe('the option escapedSlashes', () => {
  it('lets a spanning placeholder take an escaped slash, for a route or a group; else it is 404', async () => {
    const app = createApp({ factories });
    const echo = (
      _request: unknown,
      response: ReturnType<typeof factories.createResponse>,
      args: object,
    ) => text(response, JSON.stringify(args));
    app.get('/strict/{p:.+}', echo);
    app.get('/lenient/{p:.+}', echo, { escapedSlashes: true });
    app.group(
      '/group',
      (group) => {
        group.get('/a/{p:.+}', echo);
        group.get('/b/{p:.+}', echo, { escapedSlashes: false });
        group.group('/c', (inner) => inner.get('/{p:.+}', echo));
      },
      { escapedSlashes: true },
    );
    const places = ['/strict', '/lenient', '/group/a', '/group/b', '/group/c'];
    const answers = places.map(async (at) => {
      const response = await app.handle(get(`${at}/x%2Fy`));
      return response.getStatusCode() === 200
        ? response.getBody().text()
        : response.getStatusCode();
    });
    const taken = JSON.stringify({ p: 'x/y' });
    expect(await Promise.all(answers)).toEqual([404, taken, taken, 404, taken]);
  });
});
