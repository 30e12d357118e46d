import { describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { recorder } from '../../test/failing-app.js';
import { requestsOf } from '../../test/requests-of.js';
import {
  createApp,
  errorOf,
  html,
  json,
  type MiddlewareFunction,
  redirect,
  RouteContext,
  text,
  withCookie,
} from '../index.js';

describe.each(implementations)('an application on %s', (_name, factories) => {
  const { get, request } = requestsOf(factories);

  it('passes a route its own arguments and those of its groups', async () => {
    const app = createApp({ factories });
    app.group('/books/{id}', (group) => {
      group.get('/pages/{page}', (_request, response, args) =>
        text(response, `page ${args.page} of book ${args.id}`),
      );
    });
    const response = await app.handle(get('/books/a%20b/pages/7'));
    expect(await response.getBody().text()).toBe('page 7 of book a b');
  });

  it('creates no promise if every layer is synchronous', () => {
    const app = createApp({ factories });
    app.add((incoming, handler) => handler.handle(incoming));
    app.addErrorMiddleware(false, false, false);
    app.get('/', (_request, response) => response);
    expect(app.handle(get('/'))).not.toBeInstanceOf(Promise);
    expect(app.handle(get('/nowhere'))).not.toBeInstanceOf(Promise);
    expect(app.handle(request('HEAD', '/'))).not.toBeInstanceOf(Promise);
  });

  it('runs layers from the last added to the first, those of groups around those of routes', async () => {
    const app = createApp({ factories });
    const order: string[] = [];
    const step =
      (name: string): MiddlewareFunction =>
      async (incoming, handler) => {
        order.push(`${name}>`);
        const response = await handler.handle(incoming);
        order.push(`<${name}`);
        return response;
      };
    const outer = app.group('/a', (group) => {
      group
        .group('/b', (inner) => {
          inner.get('/c', (_request, response) => response).add(step('route'));
        })
        .add(step('inner'));
    });
    outer.add(step('outer'));
    app.add(step('first')).add(step('last'));
    await app.handle(get('/a/b/c'));
    expect(order.join(' ')).toBe(
      'last> first> outer> inner> route> <route <inner <outer <first <last',
    );
  });

  it('responds with 404, with 405 and Allow, and with 400 if the path has no canonical form', async () => {
    const app = createApp({ factories });
    app.map(['put', 'DELETE'], '/x', (_request, response) => response);
    expect((await app.handle(get('/nowhere'))).getStatusCode()).toBe(404);
    const refused = await app.handle(get('/x'));
    expect(refused.getStatusCode()).toBe(405);
    expect(refused.getHeaderLine('Allow')).toBe('PUT, DELETE');
    expect((await app.handle(get('/%00'))).getStatusCode()).toBe(400);
  });

  it('drops the body of a response to HEAD, keeps its headers, and closes the body that is not sent', async () => {
    const app = createApp({ factories });
    const source = factories.createStreamFromResource(endless());
    app.get('/page', (_request, response) => html(response, '<p>long</p>'));
    app.get('/stream', (_request, response) => response.withBody(source));
    const page = await app.handle(request('HEAD', '/page'));
    expect(page.getHeaderLine('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await page.getBody().text()).toBe('');
    await app.handle(request('HEAD', '/stream'));
    expect(source.isReadable()).toBe(false);
  });

  it('responds to a request whose method cannot be read', async () => {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    app.get('/', (_request, response) => response);
    const foreign = get('/');
    foreign.getMethod = () => {
      throw new Error('no method');
    };
    foreign.withAttribute = () => foreign;
    expect((await app.handle(foreign)).getStatusCode()).toBe(500);
  });

  it('serves only paths under its base path, and puts it into URLs', async () => {
    const app = createApp({ factories });
    app
      .get('/books/{id}', (incoming, response) => {
        const context = RouteContext.fromRequest(incoming);
        const urls = context.getRouteParser();
        return json(response, [
          context.getBasePath(),
          urls.urlFor('book', { id: 'ü' }, { page: 2 }),
          urls.relativeUrlFor('book', { id: 1 }),
          urls.fullUrlFor(incoming.getUri(), 'book', { id: 1 }),
        ]);
      })
      .setName('book');
    app.setBasePath('/library');
    const response = await app.handle(get('/library/books/1'));
    expect(JSON.parse(await response.getBody().text())).toEqual([
      '/library',
      '/library/books/%C3%BC?page=2',
      '/books/1',
      'http://example.test/library/books/1',
    ]);
    expect((await app.handle(get('/books/1'))).getStatusCode()).toBe(404);
    expect((await app.handle(get('/libraryx/books/1'))).getStatusCode()).toBe(404);
  });

  it('redirects by a route and by a response', async () => {
    const app = createApp({ factories });
    app.redirect('/old', '/new', 301);
    app.get('/away', (_request, response) =>
      redirect(response, factories.createUri('https://example.org/a?b')),
    );
    const old = await app.handle(get('/old'));
    expect([old.getStatusCode(), old.getHeaderLine('Location')]).toEqual([301, '/new']);
    const away = await app.handle(get('/away'));
    expect([away.getStatusCode(), away.getHeaderLine('Location')]).toEqual([
      302,
      'https://example.org/a?b',
    ]);
  });

  it('sets several cookies, for every path and with the given attributes', async () => {
    const app = createApp({ factories });
    app.get('/', (_request, response) =>
      withCookie(withCookie(response, 'theme', 'dark & light'), 'id', '7', {
        path: '/shop',
        httpOnly: true,
      }),
    );
    const response = await app.handle(get('/'));
    expect(response.getHeader('Set-Cookie')).toEqual([
      'theme=dark+%26+light; path=/',
      'id=7; path=/shop; HttpOnly',
    ]);
  });

  it('runs the inner layers again when a layer calls its handler again', async () => {
    const app = createApp({ factories, logger: recorder().logger });
    let tries = 0;
    app.get('/', (_request, response) => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
      return text(response, `try ${tries}`);
    });
    app.add(async (incoming, handler) => {
      for (;;) {
        const response = await handler.handle(incoming);
        if (errorOf(incoming) === null) return response;
      }
    });
    const response = await app.handle(get('/'));
    expect(await response.getBody().text()).toBe('try 3');
  });

  it('can be mounted in another application, each with its own routes', async () => {
    const inner = createApp({ factories });
    inner.setBasePath('/api');
    inner.get('/who', (incoming, response) =>
      text(response, RouteContext.fromRequest(incoming).getRoute()?.getPattern() ?? ''),
    );
    const outer = createApp({ factories });
    outer.any('/api/{rest:.*}', inner);
    expect(await (await outer.handle(get('/api/who'))).getBody().text()).toBe('/who');
  });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield await Promise.resolve(new Uint8Array(1));
}
