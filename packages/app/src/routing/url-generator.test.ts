import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { type AppOptions, createApp, json, RouteContext, urlFor } from '../index.js';

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

  it.each([
    ['text', '?page=2'],
    ['URLSearchParams', new URLSearchParams('page=2')],
    ['a Map', new Map([['page', '2']])],
    ['null', null],
  ])('refuse a query that is %s, whose parameters would be lost or wrong', (_kind, query) => {
    const urls = appOf().getRouteCollector().getRouteParser();
    const refused = expect.objectContaining({ code: 'OPTION_INVALID', option: 'urlFor.query' });
    const given = [{ id: 1 }, query] as unknown as [{ id: number }];
    expect(() => urls.urlFor('book', ...given)).toThrow(refused);
    expect(() => urls.relativeUrlFor('book', ...given)).toThrow(refused);
    expect(() => urls.fullUrlFor(factories.createUri('/'), 'book', ...given)).toThrow(refused);
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

  it('are those of the application and of the request, in handlers and in layers before routing', async () => {
    const seen: string[] = [];
    const app = createApp({ factories, basePath: '/shop' });
    app.add((request, handler) => {
      seen.push(urlFor(request, 'book', { id: 'a b' }, { page: 2 }));
      return handler.handle(request);
    });
    const book = app.get('/books/{id}', (request, response) => {
      seen.push(urlFor(request, book, { id: 3 }));
      return response;
    });
    book.setName('book');
    const uri = factories.createUri('http://h.test/shop/books/7').withBasePath('/mount');
    await app.handle(factories.createServerRequest('GET', uri));
    expect(seen).toEqual(['/mount/shop/books/a%20b?page=2', '/mount/shop/books/3']);
  });

  it('of a route of another application are refused, and outside an application', () => {
    const foreign = createApp({ factories }).get('/a', (_request, response) => response);
    expect(() => appOf().getRouteCollector().getRouteParser().urlFor(foreign)).toThrow(
      expect.objectContaining({ code: 'ROUTE_FOREIGN', value: '/a' }),
    );
    const urls = appOf().getRouteCollector().getRouteParser();
    for (const none of [undefined, null, {}] as unknown as string[]) {
      expect(() => urls.urlFor(none)).toThrow(
        expect.objectContaining({ code: 'ROUTE_NAME_UNKNOWN', value: none }),
      );
    }
    expect(() => urlFor(factories.createServerRequest('GET', '/'), 'book')).toThrow(
      expect.objectContaining({ code: 'ROUTING_NOT_DONE' }),
    );
  });

  it('of a route have the values of its pattern, with that of its groups', () => {
    const app = createApp({ factories });
    const urls = app.getRouteCollector().getRouteParser();
    const home = app.get('/', (_request, response) => response, { name: 'home' });
    const page = app.get('/pages[/{page}]', (_request, response) => response).setName('page');
    app.group('/shops/{shop}', (shop) => {
      const book = shop.map(['GET'], '/books/{id}', (_request, response) => response);
      expect(urls.urlFor(book, { shop: 'x', id: 1 }, { q: 'y' })).toBe('/shops/x/books/1?q=y');
      // @ts-expect-error shop is missing
      expect(() => urls.urlFor(book, { id: 1 })).toThrow();
      // @ts-expect-error no placeholder has this name
      expect(urls.relativeUrlFor(book, { shop: 'x', id: 1, page: 2 })).toBe('/shops/x/books/1');
      // @ts-expect-error the values are missing
      expect(() => urls.urlFor(book)).toThrow();
    });
    expect([urls.urlFor(home), urls.urlFor(page), urls.urlFor(page, { page: 2 })]).toEqual([
      '/',
      '/pages',
      '/pages/2',
    ]);
  });
});
