import { describe, expect, it } from '@jest/globals';
import { ROUTED } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import { type AppInterface, createApp, httpError, RouteContext, routeOf, text } from '../index.js';

const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];

describe.each(implementations)('app.mount on %s', (_name, factories) => {
  const { request } = requestsOf(factories);
  const { logger } = recorder();
  const received = (target: string, basePath = '') =>
    factories.createServerRequestFromSource({
      ...{ method: 'GET', target, basePath, protocolVersion: '1.1', scheme: 'http' },
      ...{ host: 'o.test', rawHeaders: ['Host', 'o.test'], body: null },
      ...{ remoteAddress: null, remotePort: null, localAddress: null, localPort: null },
    });
  const inside = () => {
    const app = createApp({ factories, logger });
    app
      .get('/users/{id}', (incoming, response, { id }) => {
        const uri = incoming.getUri();
        const urls = RouteContext.fromRequest(incoming).getRouteParser();
        const seen = [uri.getBasePath(), uri.getPath(), id, urls.urlFor('user', { id: '2' })];
        return text(response, JSON.stringify(seen));
      })
      .setName('user');
    app.get('/', (incoming, response) => text(response, incoming.getUri().getPath()));
    app.get('/fails', () => {
      throw httpError(409, 'inside');
    });
    return app;
  };
  const respond = () => factories.createResponse();
  const outside = (inner = inside(), options = {}) => {
    const app = createApp({ factories, logger });
    app.mount('/admin', inner, options).setName('admin');
    app.get('/adminer', (_request, response) => text(response, 'another'));
    return app;
  };
  const answer = async (app: AppInterface, path: string, method = 'GET') => {
    const response = await app.handle(request(method, path));
    return [response.getStatusCode(), await response.getBody().text()];
  };

  it('passes the rest of the path, and URLs begin with the prefix', async () => {
    const app = outside();
    const seen = ['/admin', '/users/a%20b', 'a b', '/admin/users/2'];
    expect(await answer(app, '/admin/users/a%20b')).toEqual([200, JSON.stringify(seen)]);
    expect(await answer(app, '/adminer')).toEqual([200, 'another']);
  });

  it.each(['/admin', '/admin/', '/%61dmin', '/%61dmin/'])('passes / for %s', async (path) => {
    expect(await answer(outside(), path)).toEqual([200, '/']);
  });

  it.each([false, true])(
    'lets layers around the mount see the body of a HEAD request, with keepPrefix %p',
    async (keepPrefix) => {
      const inner = createApp({ factories, logger });
      inner.get(keepPrefix ? '/admin' : '/', (_request, response) => text(response, 'page'));
      const seen: string[] = [];
      inner.add(async (incoming, handler) => {
        const response = await handler.handle(incoming);
        seen.push(await response.getBody().text());
        return response;
      });
      const app = outside(inner, { keepPrefix });
      app.add(async (incoming, handler) => {
        const response = await handler.handle(incoming);
        seen.push(await response.getBody().text());
        return response;
      });
      const response = await app.handle(request('HEAD', '/admin'));
      expect(seen).toEqual(['page', 'page']);
      expect(await response.getBody().text()).toBe('');
      expect(response.getHeaderLine('Content-Length')).toBe('4');
    },
  );

  it('leaves escapes of the rest as they are', async () => {
    const app = outside();
    expect(await answer(app, '/%61dmin/users/a%2Fb')).toEqual([
      200,
      JSON.stringify(['/admin', '/users/a%2Fb', 'a/b', '/admin/users/2']),
    ]);
  });

  it.each([
    ['a line feed', '%0Aa', false],
    ['an argument of 1,024 characters', 'x'.repeat(1_024), true],
    ['an argument of more than 1,024 characters', 'x'.repeat(1_025), false],
    ['256 segments', 'a/'.repeat(254).slice(0, -1), true],
    ['more than 256 segments', 'a/'.repeat(300), false],
    ['an escaped slash', 'a%2Fb', false],
  ])('reaches nothing that a group guards with %s', async (_what, rest, isRouted) => {
    const app = createApp({ factories, logger });
    app
      .group(
        '/h/admin',
        (group) => void group.any('[/{rest:.*}]', (_request, response) => response),
      )
      .add(() => factories.createResponse(403));
    const mounted = { handle: () => text(factories.createResponse(), 'mounted') };
    app.mount('/h', mounted, { escapedSlashes: true });
    expect((await answer(app, `/h/admin/${rest}`))[0]).toBe(isRouted ? 403 : 404);
    expect(await answer(app, `/h/other/${rest}`)).toEqual([200, 'mounted']);
  });

  it.each<[unknown, string, string]>([
    [null, 'mount("/x")', 'expected an object with any of'],
    [{ keepPrefix: 'no' }, 'mount("/x").keepPrefix', 'expected true or false'],
    [{ keepprefix: true }, 'mount("/x").keepprefix', 'expected mount("/x").keepPrefix'],
    [{ limits: { concurrency: 0 } }, 'mount("/x").limits.concurrency', 'expected'],
  ])('refuses the options %j, and names the option', (options, option, text) => {
    const app = createApp({ factories, logger });
    expect(() => app.mount('/x', inside(), options as never)).toThrow(
      expect.objectContaining({ option, message: expect.stringContaining(text) as unknown }),
    );
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
  });

  it('nests, in groups and below base paths too', async () => {
    const middle = createApp({ factories, logger });
    middle.group('/v1', (group) => void group.mount('/admin', inside()));
    const app = createApp({ factories, logger });
    app.mount('/api', middle);
    app.setBasePath('/base');
    const seen = ['/base/api/v1/admin', '/users/1', '1', '/base/api/v1/admin/users/2'];
    expect(await answer(app, '/base/api/v1/admin/users/1')).toEqual([200, JSON.stringify(seen)]);
  });

  it('passes the whole path with keepPrefix, to an application with that base path', async () => {
    const inner = inside().setBasePath('/admin');
    const seen = ['', '/admin/users/1', '1', '/admin/users/2'];
    expect(await answer(outside(inner, { keepPrefix: true }), '/admin/users/1')).toEqual([
      200,
      JSON.stringify(seen),
    ]);
  });

  it('leaves every method, 404, 405, HEAD, OPTIONS and errors to the inner application', async () => {
    const app = outside();
    const problem = (status: number) => [status, expect.stringMatching(new RegExp(`^${status} `))];
    expect(await answer(app, '/admin/nowhere')).toEqual(problem(404));
    expect(await answer(app, '/admin/users/1', 'PUT')).toEqual(problem(405));
    expect(await answer(app, '/admin/users/1', 'PURGE')).toEqual(problem(405));
    expect(await answer(app, '/admin/fails')).toEqual(problem(409));
    expect(await answer(app, '/admin/users/1', 'HEAD')).toEqual([200, '']);
    const options = await app.handle(request('OPTIONS', '/admin/users/1'));
    expect([options.getStatusCode(), options.getHeaderLine('Allow')]).toEqual([204, 'GET, HEAD']);
  });

  it.each([
    '/admin',
    '/admin?a',
    '/admin?',
    '/%61dmin',
    '/admin/',
    '/%61dmin/%78?%61',
    '/admin/deep',
    '/%61dmin/%64eep/x?',
    'http://o.test/admin',
    'http://o.test/%61dmin/deep/x',
  ])('keeps the target of %s', async (target) => {
    const handler = {
      handle: (incoming: ServerRequestInterface) =>
        text(factories.createResponse(), incoming.getRequestTarget()),
    };
    const middle = createApp({ factories, logger });
    middle.mount('/deep', handler);
    middle.get('/{any:.*}', handler);
    const app = createApp({ factories, logger });
    app.mount('/admin', middle);
    for (const basePath of ['', '/b']) {
      const sent = basePath === '' ? target : target.replace(/(?=\/(?:%61|a)dmin)/, '/%62');
      const response = await app.handle(received(sent, basePath));
      expect(await response.getBody().text()).toBe(sent);
    }
  });

  it('gives a request below it the target of the URI that a layer sets', async () => {
    const inner = createApp({ factories, logger });
    inner.any('/{any:.*}', (incoming, response) => text(response, incoming.getRequestTarget()));
    inner.add((incoming, handler) =>
      handler.handle(incoming.withUri(incoming.getUri().withPath('/new'))),
    );
    const app = createApp({ factories, logger });
    app.mount('/admin', inner);
    for (const target of ['/%61dmin', '/%61dmin/x', 'http://o.test/admin/x']) {
      const response = await app.handle(received(target));
      expect(await response.getBody().text()).toBe('/admin/new');
    }
    const given = request('GET', '/admin/x').withRequestTarget('/given');
    expect(await (await app.handle(given)).getBody().text()).toBe('/given');
  });

  it('answers an error that leaves a handler as its own', async () => {
    const app = createApp({ factories, logger });
    app.mount('/x', {
      handle: () => {
        throw httpError(409, 'bare');
      },
    });
    expect((await answer(app, '/x'))[0]).toBe(409);
  });

  it('passes an escaped slash to applications, to other handlers only if it is told to', async () => {
    const path = (incoming: Parameters<typeof routeOf>[0]) =>
      text(factories.createResponse(), incoming.getUri().getPath());
    const inner = createApp({ factories, logger });
    inner.get('/{file}', (_incoming, response, { file }) => text(response, file));
    const app = createApp({ factories, logger });
    app.mount('/inner', inner);
    app.mount('/other', { handle: path });
    app.mount('/open', { handle: path }, { escapedSlashes: true });
    const found = await Promise.all(
      ['/inner/a%2Fb', '/other/a%2Fb', '/other/a%5Cb', '/open/a%2Fb', '/other/a%20b'].map((each) =>
        answer(app, each),
      ),
    );
    expect(found).toEqual([
      [200, 'a/b'],
      [404, expect.any(String)],
      [404, expect.any(String)],
      [200, '/a%2Fb'],
      [200, '/a%20b'],
    ]);
  });

  it('has a route with a name, metadata and layers of its own', async () => {
    const seen: unknown[] = [];
    const app = outside(inside(), {
      metadata: { area: 'admin' },
      layers: [
        (incoming: Parameters<typeof routeOf>[0], handler: AppInterface) => {
          seen.push(routeOf(incoming)?.getName(), incoming.getUri().getPath());
          return handler.handle(incoming);
        },
      ],
    });
    await answer(app, '/admin/users/1');
    expect(seen).toEqual(['admin', '/admin/users/1']);
    const urls = app.getRouteCollector().getRouteParser();
    expect(urls.urlFor('admin', { path: 'users/1' })).toBe('/admin/users/1');
    expect(urls.urlFor('admin')).toBe('/admin');
  });

  it('keeps its own route for the outer layers, and the query for the inner ones', async () => {
    const inner = createApp({ factories, logger });
    inner.get('/q', (incoming, response) => text(response, incoming.getUri().getQuery()));
    const app = outside(inner);
    const seen: unknown[] = [];
    app.add(async (incoming, handler) => {
      const response = await handler.handle(incoming);
      seen.push(routeOf(incoming)?.getName());
      return response;
    });
    expect(await answer(app, '/admin/q?a=1&b=%20')).toEqual([200, 'a=1&b=%20']);
    expect(seen).toEqual(['admin']);
  });

  it('closes the inner application with its own', async () => {
    const closed: string[] = [];
    const inner = inside().onClose(() => void closed.push('inner'));
    await outside(inner)
      .onClose(() => void closed.push('outer'))
      .close();
    expect(closed).toEqual(['outer', 'inner']);
  });

  it.each<[string, (app: AppInterface) => unknown, string]>([
    [
      'a mount after a catch-all for any()',
      (app) => app.any('/{rest:.*}', respond),
      '* "/x[/{path:.*}]" is never reached: GET "/{rest:.*}", registered earlier, matches its path; register * "/x[/{path:.*}]" before GET "/{rest:.*}"',
    ],
    [
      'a mount after a catch-all for GET, even in a group',
      (app) => app.group('/{lang:x|y}', (group) => group.get('[/{rest:.*}]', respond)),
      'GET "/{lang:x|y}[/{rest:.*}]", registered earlier',
    ],
    [
      'a mount after a catch-all for every method',
      (app) => app.map(['*'], '/{rest:.*}', respond),
      '* "/{rest:.*}", registered earlier',
    ],
    ['a mount twice', (app) => app.mount('/x', inside()), 'matches the same paths'],
  ])('refuses %s', (_what, register, message) => {
    const app = createApp({ factories, logger });
    expect(() => {
      register(app);
      app.mount('/x', inside());
    }).toThrow(message);
  });

  it.each(['/x', '/x/', '/x/y', '/x/{id}', '/x/y/{id:\\d+}-{b}', '/x[/{page}]', '/x/{rest:.+}'])(
    'refuses the route %s after it, for each method',
    (pattern) => {
      const app = createApp({ factories, logger });
      app.mount('/x', inside());
      for (const methods of [['GET'], ['POST', 'PROPFIND'], ['HEAD'], ['*']]) {
        expect(() => app.map(methods, pattern, respond)).toThrow(
          `${methods[0]} "${pattern}" is never reached: * "/x[/{path:.*}]", registered earlier, matches its path; register ${methods[0]} "${pattern}" before * "/x[/{path:.*}]"`,
        );
      }
      expect(app.getRouteCollector().getRoutes()).toHaveLength(1);
    },
  );

  it('accepts routes after it that it does not match', async () => {
    const app = createApp({ factories, logger });
    app.mount('/x', inside());
    for (const pattern of ['/xy', '/x{id}', '/{a}/{b}', '/{rest:.*}']) {
      app.get(pattern, (_request, response) => text(response, pattern));
    }
    const answers = await Promise.all(['/xy', '/xz', '/y/z', '/'].map((each) => answer(app, each)));
    expect(answers.map(([, body]) => body)).toEqual(['/xy', '/x{id}', '/{a}/{b}', '/{rest:.*}']);
    expect(await answer(app, '/x/nowhere')).toEqual([404, expect.any(String)]);
  });

  it('is explained, and names its methods, as it is routed', () => {
    const app = createApp({ factories, logger });
    app.get('/x', respond);
    app.mount('/x', inside());
    app.any('/{rest:.*}', respond);
    const routes = app.getRouteCollector();
    expect(routes.methodsFor('/x')).toEqual(['GET', 'HEAD', '*', ...ANY.slice(1)]);
    expect(app.explain('GET', '/x/a').split('\n').slice(1)).toEqual([
      '* /x[/{path:.*}]: matches, and comes first',
      'GET|POST|PUT|PATCH|DELETE|OPTIONS|QUERY /{rest:.*}: matches, but comes after "/x[/{path:.*}]"',
    ]);
  });

  it('leaves a handler that is not an application open: its owner closes it', async () => {
    const closed: string[] = [];
    const shared = {
      handle: () => factories.createResponse(),
      close: () => void closed.push('shared'),
    };
    const app = createApp({ factories, logger });
    app.mount('/shared', shared);
    await app.close();
    expect(closed).toEqual([]);
  });

  // The route would read the escape as text, and the base path as the character.
  it.each(['', '/', 'admin', '/a/{id}', '/:id', '/a[/b]', '/%zz', '/*', '/%61', '/a%40', '/a%2Fb'])(
    'refuses the prefix %p',
    (prefix) => {
      expect(() => createApp({ factories }).mount(prefix, inside())).toThrow(
        `invalid mount prefix ${JSON.stringify(prefix)}: expected a path such as "/admin", without placeholders or percent-encoding`,
      );
    },
  );

  it('refuses a value that is not a handler, and names the bridge for a fetch handler', () => {
    const app = createApp({ factories });
    expect(() => app.mount('/x', (() => new Response()) as never)).toThrow(
      'wrap a fetch handler in fromFetchHandler from @mortise/fetch',
    );
    expect(() => app.mount('/x', {} as never)).toThrow(
      'invalid handler for the mount /x: received an object; expected an application, or an object with handle()',
    );
    expect(() => app.mount('/x', inside(), { stripPrefix: true } as never)).toThrow('stripPrefix');
    expect(app.getRouteCollector().getRoutes()).toEqual([]);
  });

  it('tells logs and metrics the pattern with the base path and the prefixes of the mounts that led to it', async () => {
    const seen = async (app: AppInterface, path: string) => {
      const incoming = request('GET', path);
      await app.handle(incoming);
      return incoming.getLifetime().getValue(ROUTED)?.pattern;
    };
    const app = createApp({ factories, logger });
    app.setBasePath('/site');
    app.mount('/admin/', inside());
    app.mount('/deep', outside());
    app.group('/caf\u00e9', (group) => void group.mount('/shop', outside()));
    const whole = createApp({ factories, logger });
    whole.get('/site/kept/{id}', (_request, response) => response);
    app.mount('/kept', whole, { keepPrefix: true });
    app.mount('/files', { handle: () => factories.createResponse() });
    // A layer that calls its handler again adds no prefix.
    app.add(async (incoming, handler) => {
      await handler.handle(incoming);
      return handler.handle(incoming);
    });
    expect(await seen(app, '/site/admin/users/7')).toBe('/site/admin/users/{id}');
    expect(await seen(app, '/site/deep/admin/users/7')).toBe('/site/deep/admin/users/{id}');
    expect(await seen(app, '/site/caf%C3%A9/shop/admin/users/7')).toBe(
      '/site/caf\u00e9/shop/admin/users/{id}',
    );
    expect(await seen(app, '/site/kept/7')).toBe('/site/kept/{id}');
    expect(await seen(app, '/site/files/7')).toBe('/site/files[/{path:.*}]');
    expect(await seen(app, '/site/admin/nowhere')).toBeNull();
  });
});
