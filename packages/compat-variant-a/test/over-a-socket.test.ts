import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createAppB, RouteContext } from '@mortise/app';
import { factories } from '@mortise/message/node';
import { serve, type ServeOptions, type ServerHandle } from '@mortise/node';
import { notedWarnings } from '../../../tooling/testing/noted-warnings.js';
import { createApp } from '../src/index.js';

const warnings = notedWarnings();
const running: ServerHandle[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

/** The address of a server for an application that answers every path with what a callback writes. */
async function serving(
  define: (app: ReturnType<typeof createApp>) => void,
  settings = {},
  options: Partial<ServeOptions> = {},
): Promise<string> {
  const app = createApp({ factories, settings });
  define(app);
  const server = await serve(app, { factories, port: 0, closeTimeout: 200, ...options });
  running.push(server);
  return server.url;
}

describe('an application of variant A over a socket', () => {
  it('moves the setting basePath to the base path, and refuses a broken escape after it', async () => {
    const url = await serving(
      (app) => {
        app.get('/[{rest:.*}]', (request, response) => {
          const uri = request.getUri();
          return response.withJson([uri.getBasePath(), uri.getPath(), request.getRequestTarget()]);
        });
      },
      { basePath: '/sub' },
    );
    const seen = async (path: string) => (await fetch(url + path)).json();
    expect(await seen('/sub/a?b')).toEqual(['/sub', '/a', '/sub/a?b']);
    expect(await seen('/sub')).toEqual(['/sub', '/', '/sub/']);
    expect(await seen('/subway')).toEqual(['', '/subway', '/subway']);
    expect((await fetch(`${url}/sub/%zz`)).status).toBe(400);
  });

  it.each([
    ['the setting', { basePath: '/sub' }, {}, '/sub'],
    ['the adapter', {}, { basePath: '/outer' }, '/outer'],
    ['both, the adapter outside', { basePath: '/sub' }, { basePath: '/outer' }, '/outer/sub'],
    ['both, the same', { basePath: '/sub' }, { basePath: '/sub' }, '/sub'],
  ])('begins whole URLs with the base path of %s', async (_, settings, options, basePath) => {
    const url = await serving(
      (app) => {
        app
          .get('/books/{id}', (request, response) => {
            const router = app.getContainer().get('router');
            const uri = request.getUri();
            const made = router.fullUrlFor(uri, 'book', { id: '2' });
            return response.withJson([uri.getBasePath(), uri.getPath(), made]);
          })
          .setName('book');
      },
      settings,
      options,
    );
    const answer = await fetch(`${url}${basePath}/books/1`);
    expect(await answer.json()).toEqual([basePath, '/books/1', `${url}${basePath}/books/2`]);
  });

  it.each([
    ['the setting', { basePath: '/sub' }, {}, '/sub/books', '/sub'],
    ['the adapter', {}, { basePath: '/outer' }, '/outer/books', ''],
  ])(
    'begins paths of the route parser with the base path of %s, and those of pathFor with the setting',
    async (_, settings, options, ofRequest, ofSettings) => {
      const url = await serving(
        (app) => {
          app
            .get('/books', (request, response) => {
              const made = RouteContext.fromRequest(request).getRouteParser().urlFor('books');
              const router = app.getContainer().get('router');
              return response.withJson([made, router.pathFor('books')]);
            })
            .setName('books');
        },
        settings,
        options,
      );
      expect(await (await fetch(url + ofRequest)).json()).toEqual([
        ofRequest,
        `${ofSettings}/books`,
      ]);
    },
  );

  it('sends no Content-Length with 204', async () => {
    const url = await serving((app) => {
      app.get('/', (_request, response) => response.withStatus(204));
      app.get('/text', (_request, response) => response.withStatus(204).write('ignored'));
    });
    for (const path of ['/', '/text']) {
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get('Content-Length'), await answer.text()]).toEqual([
        204,
        null,
        '',
      ]);
    }
  });

  it('names query parameters like PHP', async () => {
    const url = await serving((app) => {
      app.get('/', (request, response) => response.withJson(request.getQueryParams()));
    });
    const answer = await fetch(`${url}/?a.b=1&c%20d=2&e[f.g]=3`);
    expect(await answer.json()).toEqual({ a_b: '1', c_d: '2', e: { 'f.g': '3' } });
  });
});

describe('pathFor below a mount', () => {
  /** The links of a shop that is mounted at `/acme`, and alone, after as many requests. */
  async function links(below: string, development: boolean): Promise<readonly unknown[]> {
    const shop = createApp({ factories, development, settings: { basePath: '/shop' } });
    shop
      .get('/books/{id}', (_request, response) =>
        response.write(shop.getContainer().get('router').pathFor('book', { id: '7' })),
      )
      .setName('book');
    const outer = createAppB({ factories, development });
    if (below !== '') outer.mount(below, shop);
    const server = await serve(below === '' ? shop : outer, { factories, port: 0 });
    running.push(server);
    const texts = [];
    for (let count = 0; count < 2; count++) {
      texts.push(await (await fetch(`${server.url}${below}/shop/books/1`)).text());
    }
    return texts;
  }

  it('warns once, in development, that the path lacks the prefix, and names urlFor', async () => {
    expect(await links('/acme', true)).toEqual(['/shop/books/7', '/shop/books/7']);
    expect(warnings).toEqual([
      {
        type: 'MortiseWarning',
        code: 'BASE_PATH_MISSING',
        message:
          'pathFor("book") returned "/shop/books/7", but the application received a request below "/acme"',
        detail:
          'Write urlFor(request, "book") from @mortise/app, or view.urlFor("book") in a template: they know the request.',
      },
    ]);
  });

  it('does not warn in production, or about an application that is not mounted', async () => {
    await links('/acme', false);
    await links('', true);
    expect(warnings).toEqual([]);
  });
});
