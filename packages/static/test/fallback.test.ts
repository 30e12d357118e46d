import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { type AppInterface, createApp, httpError, serve, text } from 'mortise';
import { staticFiles, type StaticOptions } from '../src/node/index.js';
import { errorOf } from './error-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { createSite } from './site.js';

const PAGE = '<div id="app"></div>';
const site = createSite({
  'index.html': PAGE,
  'index.html.gz': gzipSync(PAGE),
  'assets/app.js': 'app()',
  'docs/a.txt': 'a',
});
afterAll(site.remove);

const HTML = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
type Options = Partial<StaticOptions>;

function application(factories: HttpFactoriesInterface, options: Options = {}): AppInterface {
  const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
  app.get('/api/books', (_request, response) => text(response, 'books'));
  app.get('/old', (_request, response) => text(response, 'old'));
  app.post('/send', (_request, response) => text(response, 'sent'));
  app.get('/gone', () => {
    throw httpError(404, 'no such book');
  });
  const admin = createApp({ factories });
  admin.get('/', (_request, response) => text(response, 'admin'));
  app.mount('/admin', admin);
  app.add(staticFiles({ root: site.root, fallback: 'index.html', ...options }));
  return app;
}

describe.each(implementations)('the fallback of staticFiles with %s', (_, factories) => {
  const ask = async (
    path: string,
    {
      headers = HTML,
      method = 'GET',
      app = application(factories),
    }: {
      headers?: Readonly<Record<string, string>>;
      method?: string;
      app?: AppInterface;
    } = {},
  ) => {
    const server = await serve(app, { port: 0, onError: () => undefined });
    try {
      const url = `${server.url}${path}`;
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'Accept-Encoding': 'identity', ...headers },
      });
      return { response, body: await response.text() };
    } finally {
      await server.close();
    }
  };
  const isPage = async (path: string, options = {}) => {
    const { response, body } = await ask(path, options);
    return response.status === 200 && body === PAGE;
  };

  it.each([
    '/shelves/7',
    '/shelves/7/',
    '/shelves/7?q=a.b',
    '/caf%C3%A9',
    '/a%2Fb',
    '/docs',
    '/docs/',
    '/apis/x',
    '//evil.example/x',
  ])('is the page where neither a file nor a route answers: %s', async (path) => {
    const { response, body } = await ask(path);
    expect([response.status, body]).toEqual([200, PAGE]);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });

  it.each([
    ['/assets/app.js', 200, 'app()'],
    ['/old', 200, 'old'],
    ['/api/books', 200, 'books'],
    ['/admin', 200, 'admin'],
    ['/send', 405, null],
    ['/gone', 404, null],
    ['/admin/unknown', 404, null],
    ['/api/unknown', 404, null],
    ['/%61pi/unknown', 404, null],
    ['/api', 404, null],
    ['/assets/old.js', 404, null],
    ['/assets/old%2Ejs', 404, null],
    ['/favicon.ico', 404, null],
    ['/.git/config', 404, null],
    ['/%2egit/config', 404, null],
    ['/a%00b', 400, null],
    ['/caf%E9', 400, null],
  ])('leaves %s to its file, its route or its error: %d', async (path, status, expected) => {
    const { response, body } = await ask(path);
    expect(response.status).toBe(status);
    expect(body).not.toBe(PAGE);
    if (expected !== null) expect(body).toBe(expected);
  });

  it.each([
    [{ Accept: '*/*' }, false],
    [{ Accept: 'application/json' }, false],
    [{ Accept: 'image/avif,image/webp,*/*;q=0.8' }, false],
    [{ Accept: 'text/*' }, false],
    [{ Accept: 'text/html;q=0, */*' }, false],
    [{ Accept: 'TEXT/HTML;q=0.1' }, true],
  ])('is for clients that name HTML: %j: %p', async (headers, expected) => {
    expect(await isPage('/shelves/7', { headers })).toBe(expected);
  });

  it.each(['POST', 'DELETE', 'OPTIONS'])('is not for %s', async (method) => {
    expect(await isPage('/shelves/7', { method })).toBe(false);
  });

  it('responds to HEAD with the length, and without a body', async () => {
    const { response, body } = await ask('/shelves/7', { method: 'HEAD' });
    expect([response.status, response.headers.get('Content-Length'), body]).toEqual([
      200,
      String(PAGE.length),
      '',
    ]);
  });

  it('is checked with the server each time, whatever files have, and depends on Accept', async () => {
    const app = application(factories, {
      cacheControl: 'public, max-age=3600',
      immutable: /index/,
      precompressed: ['gzip'],
    });
    const { headers } = (await ask('/shelves/7', { app })).response;
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect(headers.get('Vary')).toBe('Accept-Encoding, Accept');
    const again = await ask('/shelves/8', {
      app,
      headers: { ...HTML, 'If-None-Match': headers.get('ETag') ?? '' },
    });
    expect(again.response.status).toBe(304);
    expect(again.response.headers.get('Cache-Control')).toBe('no-cache');
    const coded = await ask('/shelves/9', { app, headers: { ...HTML, 'Accept-Encoding': 'gzip' } });
    expect(coded.response.headers.get('Content-Encoding')).toBe('gzip');
  });

  it('is below the prefix, and not at the paths that exclude names', async () => {
    const app = application(factories, {
      prefix: '/app',
      fallback: { file: 'index.html', exclude: ['/app/v1', '/app/é'] },
    });
    expect(await isPage('/app/x', { app })).toBe(true);
    expect(await isPage('/%61pp/api/x', { app })).toBe(true);
    for (const path of ['/x', '/apple', '/app/v1', '/app/v%31/x', '/app/%C3%A9/x']) {
      expect(await isPage(path, { app })).toBe(false);
    }
  });

  it('knows routes with placeholders, of groups, and below a base path', async () => {
    const app = createApp({ factories, basePath: '/site' });
    app.group('/a', (group) => {
      group.get('/{b}[/{c}]', (_request, response, { b }) => text(response, b));
    });
    app.add(staticFiles({ root: site.root, fallback: 'index.html' }));
    expect((await ask('/site/a/x', { app })).body).toBe('x');
    expect(await isPage('/site/a', { app })).toBe(true);
    expect(await isPage('/a/x', { app })).toBe(true);
  });

  it('is the page too where the application throws for unknown paths, as Slim does', async () => {
    const app = createApp({ factories });
    app.add(staticFiles({ root: site.root, fallback: 'index.html' }));
    app.addErrorMiddleware();
    expect(await isPage('/shelves/7', { app })).toBe(true);
    expect((await ask('/x.js', { app })).response.status).toBe(404);
  });

  it('is the page in a mounted application, for paths below its prefix', async () => {
    const outer = createApp({ factories });
    outer.mount('/inner', application(factories));
    expect(await isPage('/inner/shelves/7', { app: outer })).toBe(true);
    expect((await ask('/inner/old', { app: outer })).body).toBe('old');
    expect((await ask('/shelves/7', { app: outer })).response.status).toBe(404);
  });

  it('runs in variant A, and over fetch', async () => {
    const old = createVariantA({ factories });
    old.get('/old', (_request, response) => response.write('old'));
    old.add(singlePass(staticFiles({ root: site.root, fallback: 'index.html' })));
    const bodyOf = async (path: string) => {
      const request = factories.createServerRequest('GET', path).withHeader('Accept', 'text/html');
      return (await old.handle(request)).getBody().text();
    };
    expect([await bodyOf('/x'), await bodyOf('/old')]).toEqual([PAGE, 'old']);
    const handler = toFetchHandler(application(factories));
    const response = await handler(new Request('http://a.example/shelves/7', { headers: HTML }));
    expect(await response.text()).toBe(PAGE);
  });
});

describe('the option fallback', () => {
  const root = site.root;
  it.each([
    ['none.html', 'staticFiles.fallback'],
    ['docs', 'staticFiles.fallback'],
    ['', 'staticFiles.fallback'],
    ['../secret.txt', 'staticFiles.fallback'],
    [7, 'staticFiles.fallback'],
    [null, 'staticFiles.fallback'],
    [{}, 'staticFiles.fallback.file'],
    [{ file: 'index.html', exclude: '/api' }, 'staticFiles.fallback.exclude'],
    [{ file: 'index.html', exclude: ['api'] }, 'staticFiles.fallback.exclude[0]'],
    [{ file: 'index.html', except: [] }, 'staticFiles.fallback.except'],
  ])('refuses %j', (fallback, option) => {
    const error = errorOf(() => staticFiles({ root, fallback: fallback as never }));
    expect(error).toMatchObject({ code: 'OPTION_INVALID', option });
  });
});
