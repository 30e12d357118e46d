import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { requestsOf } from '../../test/requests-of.js';
import { createApp, json, RouteContext } from '../index.js';

describe.each(implementations)('on %s', (_implementation, factories) => {
  const { get } = requestsOf(factories);
  describe('RouteContext', () => {
    it('knows the route, its groups and its arguments', async () => {
      const app = createApp({ factories });
      app.group('/api', (api) => {
        api.group('/books', (books) => {
          books
            .map(['get', 'POST'], '/{id}', (request, response) => {
              const context = RouteContext.fromRequest(request);
              const route = context.getRoute();
              return json(response, {
                name: route?.getName(),
                pattern: route?.getPattern(),
                methods: route?.getMethods(),
                groups: route?.getGroups().map((group) => group.getPattern()),
                id: route?.getArgument('id'),
                missing: route?.getArgument('missing', 'fallback'),
                none: route?.getArgument('missing'),
                kind: context.getRoutingResults().kind,
              });
            })
            .setName('book');
        });
      });
      const response = await app.handle(get('/api/books/7'));
      expect(JSON.parse(await response.getBody().text())).toEqual({
        name: 'book',
        pattern: '/api/books/{id}',
        methods: ['GET', 'POST'],
        groups: ['/api', '/api/books'],
        id: '7',
        missing: 'fallback',
        none: null,
        kind: 'found',
      });
    });

    it('fails before routing with an error that says where to add the middleware', () => {
      const app = createApp({ factories, errors: false });
      app.add((request, handler) => {
        RouteContext.fromRequest(request);
        return handler.handle(request);
      });
      expect(() => app.handle(get('/'))).toThrow(/runs outside routing/);
    });

    it('is available to middleware that was added before addRoutingMiddleware', async () => {
      const app = createApp({ factories });
      app.get('/x', (_request, response) => response).setName('x');
      let name: string | null | undefined;
      app.add((request, handler) => {
        name = RouteContext.fromRequest(request).getRoute()?.getName();
        return handler.handle(request);
      });
      app.addRoutingMiddleware();
      await app.handle(get('/x'));
      expect(name).toBe('x');
    });

    it('accepts an argument that the path does not have, for this request alone', async () => {
      const app = createApp({ factories });
      app.get('/x', (request, response) => {
        const route = RouteContext.fromRequest(request).getRoute();
        const before = route?.getArguments();
        route?.setArgument('only', 'here');
        return json(response, [before, route?.getArguments()]);
      });
      for (let times = 0; times < 2; times++) {
        const response = await app.handle(get('/x'));
        expect(JSON.parse(await response.getBody().text())).toEqual([{}, { only: 'here' }]);
      }
    });

    it('hides changes of one request to its route from the next', async () => {
      const app = createApp({ factories });
      app.get('/{id}', (request, response) => {
        const route = RouteContext.fromRequest(request).getRoute();
        const before = route?.getArguments();
        route?.setArguments({ only: 'here' });
        return json(response, [before, route?.getArguments()]);
      });
      for (const id of ['1', '2']) {
        const response = await app.handle(get(`/${id}`));
        expect(JSON.parse(await response.getBody().text())).toEqual([{ id }, { only: 'here' }]);
      }
    });
  });

  describe('names of routes', () => {
    it('can be set late; of two equal names the first is used', () => {
      const app = createApp({ factories });
      const urls = app.getRouteCollector().getRouteParser();
      const first = app.get('/first', (_request, response) => response);
      app.get('/second', (_request, response) => response).setName('page');
      expect(urls.urlFor('page')).toBe('/second');
      first.setName('page');
      expect(urls.urlFor('page')).toBe('/first');
      expect(() => urls.urlFor('other')).toThrow(
        expect.objectContaining({ code: 'ROUTE_NAME_UNKNOWN' }),
      );
    });
  });

  describe('setBasePath', () => {
    it.each([
      ['/b ü', '/b%20%C3%BC'],
      ['/b%c3%bc', '/b%C3%BC'],
      ['/%61+b(c)', '/a+b(c)'],
      ['/a%2fb', '/a%2Fb'],
      ['/a%2bb', '/a+b'],
      ['/%7btenant%7D', '/%7Btenant%7D'],
    ])('mounts under %j, however the path is encoded', async (basePath, canonical) => {
      const app = createApp({ factories });
      app.get('/{x}', (_request, response) => response).setName('page');
      app.setBasePath(basePath);
      expect(app.getBasePath()).toBe(canonical);
      expect((await app.handle(get(`${canonical}/1`))).getStatusCode()).toBe(200);
      const urls = app.getRouteCollector().getRouteParser();
      expect(urls.urlFor('page', { x: 1 })).toBe(`${canonical}/1`);
    });

    it.each(['library', '/%zz', '/a\\b', '/{tenant}', '/a[b]', '/:tenant', '/%3Atenant'])(
      'refuses %j',
      (basePath) => {
        expect(() => createApp({ factories }).setBasePath(basePath)).toThrow(
          expect.objectContaining({ code: 'BASE_PATH_INVALID' }),
        );
      },
    );
  });
});
