import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  createApp,
  HttpError,
  type MiddlewareFunction,
  redirect,
  type RouteInterface,
  type Routes,
  text,
  type VariantB,
} from '../index.js';

describe.each(implementations)('registering routes on %s', (_name, factories) => {
  const { get } = requestsOf(factories);
  const respond = () => factories.createResponse();

  it('each function registers the methods of its name, in an application and in a group', () => {
    const app = createApp({ factories });
    const register = (routes: typeof app): readonly (readonly string[])[] =>
      [
        routes.get('/{a}', respond),
        routes.post('/{a}', respond),
        routes.put('/{a}', respond),
        routes.patch('/{a}', respond),
        routes.delete('/{a}', respond),
        routes.options('/{a}', respond),
        routes.query('/{a}', respond),
        routes.map(['purge', 'LINK'], '/{a}', respond),
        routes.any('/any/{a}', respond),
      ].map((route) => route.getMethods());
    const methods = [
      ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'].map((method) => [method]),
      ['purge', 'LINK'],
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'],
    ];
    expect(register(app)).toEqual(methods);
    app.group('/g', (group) => {
      expect(group.prefix).toBe('/g');
      expect(register(group as unknown as typeof app)).toEqual(methods);
    });
    expect(app.prefix).toBe('');
  });

  it('each route has its own identifier, pattern and callback, and no group outside groups', () => {
    const app = createApp({ factories });
    const first = app.get('/a', respond);
    let second: RouteInterface<VariantB> = first;
    const group = app.group('/g', (inner) => {
      second = inner.get('/b', respond);
    });
    const third = app.redirect('/c', '/d');
    const routes = [first, second, third];
    expect(routes.map((route) => route.getIdentifier())).toEqual(['route0', 'route1', 'route2']);
    expect(routes.map((route) => route.getPattern())).toEqual(['/a', '/g/b', '/c']);
    expect(routes.map((route) => route.getGroups())).toEqual([[], [group], []]);
    expect([first.getCallable(), second.getCallable()]).toEqual([respond, respond]);
    expect(app.getRouteCollector().getRoutes()).toEqual(routes);
  });

  it('a callback of a group has the group as its `this`, as in Slim', async () => {
    const app = createApp({ factories });
    app.group('/a', function (this: Routes) {
      this.group('/b', function (this: Routes) {
        this.get('/c', (_request, response) => text(response, 'c'));
      });
    });
    const response = await app.handle(get('/a/b/c'));
    expect(await response.getBody().text()).toBe('c');
  });

  it('a group refuses a callback that is async, or no function, and says what to write', () => {
    const app = createApp({ factories });
    app.group('/outer', (outer) => {
      const late = async (group: Pick<typeof app, 'get'>) => {
        await Promise.resolve();
        group.get('', respond);
        throw new Error('nobody waits for this');
      };
      expect(() => outer.group('/late', late as never)).toThrow(
        expect.objectContaining({
          code: 'CALLBACK_INVALID',
          message: expect.stringMatching(
            /^the callback of the group "\/outer\/late" is async, .* before app\.group$/,
          ),
        }),
      );
      for (const value of [undefined, {}, HttpError]) {
        expect(() => outer.group('/x', value as never)).toThrow(
          expect.objectContaining({
            code: 'CALLBACK_INVALID',
            message: expect.stringMatching(
              /^invalid callback for the group "\/outer\/x": received /,
            ),
          }),
        );
      }
    });
  });

  it('a redirect in a group has the prefix and the layers of all its groups, and 302 by default', async () => {
    const order: string[] = [];
    const step =
      (name: string): MiddlewareFunction =>
      (request, handler) => {
        order.push(name);
        return handler.handle(request);
      };
    const app = createApp({ factories });
    app.group(
      '/a',
      (outer) => {
        outer.group('/b', (inner) => void inner.redirect('/old', '/new'), {
          layers: [step('inner')],
        });
        outer.redirect('/gone', factories.createUri('https://x.test/'), 308);
      },
      { layers: [step('outer')], metadata: { scope: 'read' } },
    );
    const response = await app.handle(get('/a/b/old'));
    expect([response.getStatusCode(), response.getHeaderLine('Location'), ...order]).toEqual([
      ...[302, '/new', 'outer', 'inner'],
    ]);
    const moved = await app.handle(get('/a/gone'));
    expect([moved.getStatusCode(), moved.getHeaderLine('Location')]).toEqual([
      308,
      'https://x.test/',
    ]);
    const [route] = app.getRouteCollector().getRoutes();
    expect([route?.getMethods(), route?.getMetadata('scope')]).toEqual([['GET'], 'read']);
    expect(redirect(factories.createResponse(), '/x').getStatusCode()).toBe(302);
  });

  it.each([[['/a', '/b']], [/^\/a$/], [undefined]])(
    '%p in place of a pattern is refused, even in a group',
    (value: unknown) => {
      const pattern = value as string;
      const refused = expect.objectContaining({ code: 'PATTERN_SYNTAX' });
      const app = createApp({ factories });
      expect(() => app.get(pattern, respond)).toThrow(refused);
      expect(() => app.redirect(pattern, '/x')).toThrow(refused);
      expect(() => app.group('/g', (group) => void group.get(pattern, respond))).toThrow(refused);
      expect(app.getRouteCollector().getRoutes()).toEqual([]);
    },
  );

  it('a route that is refused does not count, and reaches no listener', () => {
    const app = createApp({ factories });
    const seen: string[] = [];
    app.onEachRoute((route) => seen.push(route.getIdentifier()));
    expect(() => app.get('/{', respond)).toThrow();
    app.get('/a', respond);
    app.onEachRoute((route) => seen.push(`late ${route.getIdentifier()}`));
    app.get('/b', respond);
    expect(seen).toEqual(['route0', 'late route0', 'route1', 'late route1']);
  });
});
