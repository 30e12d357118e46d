import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { type AppOptions, createApp, json, RouteContext } from '../index.js';

describe.each(implementations)('URLs of routes on %s', (_name, factories) => {
  const appOf = (options: Partial<AppOptions> = {}) => {
    const app = createApp({ factories, ...options });
    app.get('/books/{id:[0-9]+}', (request, response) => {
      const urls = RouteContext.fromRequest(request).getRouteParser();
      const query = { page: 2 };
      return json(response, [
        urls.urlFor('book', { id: 1 }, query),
        urls.relativeUrlFor('book', { id: 1 }, query),
        urls.fullUrlFor(request.getUri(), 'book', { id: 1 }, query),
        urls.urlFor('home'),
        urls.relativeUrlFor('home'),
        urls.fullUrlFor(request.getUri(), 'home'),
      ]);
    });
    app.getRouteCollector().getRoutes()[0]?.setName('book');
    app.get('/', (_request, response) => response, { name: 'home' });
    return app;
  };
  const urlsAt = async (requestBase: string, basePath?: string): Promise<unknown> => {
    const app = appOf(basePath === undefined ? {} : { basePath });
    const uri = factories
      .createUri(`http://h.test${basePath ?? ''}/books/7`)
      .withBasePath(requestBase);
    const response = await app.handle(factories.createServerRequest('GET', uri));
    return JSON.parse(await response.getBody().text());
  };

  it('begin with the path that the request itself is mounted under, but for relative ones', async () => {
    expect(await urlsAt('/mount')).toEqual([
      '/mount/books/1?page=2',
      '/books/1?page=2',
      'http://h.test/mount/books/1?page=2',
      '/mount/',
      '/',
      'http://h.test/mount/',
    ]);
  });

  it('have the path of the request before the base path of the application', async () => {
    expect(await urlsAt('/mount', '/shop')).toEqual([
      '/mount/shop/books/1?page=2',
      '/books/1?page=2',
      'http://h.test/mount/shop/books/1?page=2',
      '/mount/shop/',
      '/',
      'http://h.test/mount/shop/',
    ]);
    expect(await urlsAt('', '/shop')).toEqual([
      '/shop/books/1?page=2',
      '/books/1?page=2',
      'http://h.test/shop/books/1?page=2',
      '/shop/',
      '/',
      'http://h.test/shop/',
    ]);
  });

  it('are checked against the pattern unless rawUrls is set', () => {
    const urlOf = (rawUrls?: boolean): string =>
      appOf(rawUrls === undefined ? {} : { router: { rawUrls } })
        .getRouteCollector()
        .getRouteParser()
        .urlFor('book', { id: 'x y' });
    expect(urlOf(true)).toBe('/books/x y');
    for (const rawUrls of [false, undefined]) {
      expect(() => urlOf(rawUrls)).toThrow(expect.objectContaining({ name: 'RouterError' }));
    }
  });

  it('of an unknown name are refused, as its route is', () => {
    const collector = appOf().getRouteCollector();
    const urls = collector.getRouteParser();
    for (const find of [
      () => urls.urlFor('nope'),
      () => urls.relativeUrlFor('nope'),
      () => urls.fullUrlFor(factories.createUri('http://h.test'), 'nope'),
      () => collector.getNamedRoute('nope'),
    ]) {
      expect(find).toThrow(expect.objectContaining({ code: 'ROUTE_NAME_UNKNOWN', value: 'nope' }));
    }
    expect(collector.getNamedRoute('book').getPattern()).toBe('/books/{id:[0-9]+}');
  });

  it.each(['', '/'])('have no base path after it is set to %j', async (basePath) => {
    const app = appOf({ basePath: '/shop' });
    app.setBasePath(basePath);
    const expected = basePath === '' ? ['', '/', 404] : ['/', '//', 404];
    const status = (
      await app.handle(factories.createServerRequest('GET', '/shop/'))
    ).getStatusCode();
    expect([
      app.getBasePath(),
      app.getRouteCollector().getRouteParser().urlFor('home'),
      status,
    ]).toEqual(expected);
  });
});
