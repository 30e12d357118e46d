import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message';
import { factories as plain } from '@mortise/message-plain';
import {
  type AppInterface,
  canonicalUrl,
  createApp,
  serve,
  type ServerHandle,
  text,
} from '../src/index.js';

const implementations: readonly [string, HttpFactoriesInterface][] = [
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
];
type Options = Parameters<typeof canonicalUrl>[0];

let server: ServerHandle | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: object;
}

/** The status, and the target of a redirect; the path is sent unchanged. */
async function asked(
  app: AppInterface,
  path: string,
  { method = 'GET', headers = {}, options = {} }: Asked = {},
): Promise<string> {
  server = await serve(app, { port: 0, onError: () => undefined, ...options });
  const { port } = server;
  const fields = { Host: 'a.example', ...headers };
  const sent = httpRequest({
    port,
    host: '127.0.0.1',
    path,
    method,
    headers: fields,
    agent: false,
  });
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  response.resume();
  await server.close();
  const { location } = response.headers;
  return [response.statusCode, ...(location === undefined ? [] : [location])].join(' ');
}

describe.each(implementations)('canonicalUrl with %s', (_, factories) => {
  function site(canonical: Options, options: { readonly basePath?: string } = {}): AppInterface {
    const logger = { error: () => undefined, info: () => undefined };
    const app = createApp({ factories, logger, ...options });
    const page = (_request: unknown, response: Parameters<typeof text>[0]) =>
      text(response, 'page');
    app.get('/', page);
    app.get('/books', page);
    app.get('/shelves/', page);
    app.get('/both', page);
    app.get('/both/', page);
    app.get('/b é/{id}', page);
    app.get('/files/{path:.+}', page);
    app.post('/send', page);
    app.post('/send/', page);
    app.post('/mixed/', page);
    app.get('/mixed', page);
    app.map(['*'], '/any', page);
    const inner = createApp({ factories });
    inner.get('/books', page);
    inner.add(canonicalUrl({ slash: 'never' }));
    app.mount('/inner', inner);
    app.add(canonicalUrl(canonical));
    return app;
  }

  it.each<[Options['slash'], string, string, string]>([
    ['never', 'GET', '/books/', '308 /books'],
    ['never', 'HEAD', '/books/', '308 /books'],
    ['never', 'GET', '/books', '200'],
    ['never', 'GET', '/books/?a=1&b=%2F', '308 /books?a=1&b=%2F'],
    ['never', 'GET', '/b%6Foks//', '308 /b%6Foks'],
    ['never', 'GET', '/shelves/', '200'],
    ['never', 'GET', '/shelves', '404'],
    ['never', 'GET', '/both/', '308 /both'],
    ['never', 'GET', '/b%20%C3%A9/7/', '308 /b%20%C3%A9/7'],
    ['never', 'GET', '/files/a/b/', '308 /files/a/b'],
    ['never', 'POST', '/send/', '308 /send'],
    ['never', 'POST', '/books/', '404'],
    ['never', 'POST', '/mixed/', '200'],
    ['never', 'PURGE', '/any/', '308 /any'],
    ['never', 'GET', '/', '200'],
    ['never', 'GET', '/none/', '404'],
    ['never', 'GET', '/%00/', '400'],
    ['always', 'GET', '/shelves', '308 /shelves/'],
    ['always', 'GET', '/shelves?a', '308 /shelves/?a'],
    ['always', 'GET', '/both', '308 /both/'],
    ['always', 'GET', '/books', '200'],
    ['always', 'GET', '/books/', '404'],
    ['always', 'GET', '/files/a', '308 /files/a/'],
    ['always', 'GET', '/files/a.js', '200'],
    ['always', 'GET', '/files/a%2ejs', '200'],
    ['always', 'GET', '/files/a%2Ejs', '200'],
    ['always', 'POST', '/send', '308 /send/'],
    ['route', 'GET', '/books/', '308 /books'],
    ['route', 'GET', '/shelves', '308 /shelves/'],
    ['route', 'GET', '/both', '200'],
    ['route', 'GET', '/both/', '200'],
    ['route', 'GET', '/files/a/', '200'],
    ['route', 'GET', '/files', '404'],
    ['route', 'POST', '/mixed', '308 /mixed/'],
    ['route', 'GET', '/mixed/', '308 /mixed'],
    [undefined, 'GET', '/books/', '404'],
  ])('{ slash: %j }: %s %s is %s', async (slash, method, path, expected) => {
    expect(await asked(site({ slash }), path, { method })).toBe(expected);
  });

  it.each([
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '/%2f%2fevil.example/',
    '//evil.example',
  ])('never redirects to another host: %s', async (path) => {
    for (const slash of ['never', 'always', 'route'] as const) {
      const app = createApp({ factories });
      app.any('/{path:.*}', (_request, response) => text(response, 'page'), {
        escapedSlashes: true,
      });
      app.add(canonicalUrl({ slash }));
      expect(await asked(app, path)).not.toMatch(/^308 (?:\/[/\\]|\w)/);
    }
  });

  it('keeps the base path of the application, and the prefix of a mount', async () => {
    const below = site({ slash: 'never' }, { basePath: '/site' });
    expect(await asked(below, '/site/books/')).toBe('308 /site/books');
    expect(await asked(below, '/books/')).toBe('404');
    const app = site({ host: 'a.example' });
    expect(await asked(app, '/inner/books/?a')).toBe('308 /inner/books?a');
    const options = { basePath: '/proxied' };
    expect(await asked(site({ slash: 'never' }), '/proxied/books/', { options })).toBe(
      '308 /proxied/books',
    );
  });

  it.each(['never', 'always', 'route'] as const)(
    '{ slash: %j } leaves paths of a mount to what is mounted',
    async (slash) => {
      const app = createApp({ factories });
      const inner = createApp({ factories });
      const page = (_request: unknown, response: Parameters<typeof text>[0]) =>
        text(response, 'page');
      inner.get('/with/', page);
      inner.get('/without', page);
      app.mount('/inner', inner);
      app.mount('/handler', { handle: () => text(factories.createResponse(), 'page') });
      app.group('/group', (group) => void group.mount('/inner', inner));
      app.add(canonicalUrl({ slash }));
      for (const prefix of ['/inner', '/group/inner']) {
        expect(await asked(app, `${prefix}/with/`)).toBe('200');
        expect(await asked(app, `${prefix}/without`)).toBe('200');
        expect(await asked(app, `${prefix}/with`)).toBe('404');
      }
      expect(await asked(app, '/handler/')).toBe('200');
      expect(await asked(app, '/handler')).toBe('200');
    },
  );

  it('redirects to the first host and to https with the slash, in one step', async () => {
    const app = site({ slash: 'never', https: true, host: ['www.a.example', 'b.example:8080'] });
    expect(await asked(app, '/books/?x')).toBe('308 https://www.a.example/books?x');
    expect(await asked(app, '/none')).toBe('308 https://www.a.example/none');
    expect(await asked(app, '//evil.example')).toBe('308 https://www.a.example//evil.example');
    expect(await asked(app, '/books', { headers: { Host: 'b.example:8080' } })).toBe(
      '308 https://b.example:8080/books',
    );
    expect(await asked(app, '/books', { headers: { Host: 'evil.example' } })).toBe(
      '308 https://www.a.example/books',
    );
    expect(await asked(app, '/send', { method: 'POST' })).toBe('308 https://www.a.example/send');
  });

  it.each<[string, Options]>([
    ['always a slash', { slash: 'always' }],
    ['a host', { host: 'www.a.example' }],
    ['https', { https: true, host: 'www.a.example' }],
  ])('passes on OPTIONS for the whole server, with %s', async (__, options) => {
    const app = site(options);
    app.options('/', (_request, response) => text(response, 'whole'));
    expect(await asked(app, '*', { method: 'OPTIONS' })).toBe('200');
  });

  it('compares hosts without their case and without the default port', async () => {
    const app = site({ host: 'A.example' });
    for (const host of ['a.example', 'A.EXAMPLE', 'a.example:80']) {
      expect(await asked(app, '/books', { headers: { Host: host } })).toBe('200');
    }
    expect(await asked(app, '/books', { headers: { Host: 'a.example:81' } })).toBe(
      '308 http://a.example/books',
    );
  });

  it('uses the scheme and host of a trusted proxy, and of no other', async () => {
    const app = site({ https: true, host: 'www.a.example' });
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'www.a.example' };
    const trusted = { trustProxy: ['127.0.0.1'] };
    expect(await asked(app, '/books', { headers, options: trusted })).toBe('200');
    expect(await asked(app, '/books', { headers })).toBe('308 https://www.a.example/books');
    const plainly = { ...headers, 'X-Forwarded-Proto': 'http' };
    expect(await asked(app, '/books', { headers: plainly, options: trusted })).toBe(
      '308 https://www.a.example/books',
    );
  });

  it('runs over fetch, where the URL of the request counts', async () => {
    const handler = toFetchHandler(site({ slash: 'never', https: true, host: 'a.example' }));
    const sent = async (url: string) => {
      const { status, headers } = await handler(new Request(url));
      return [status, headers.get('Location')];
    };
    expect(await sent('http://a.example/books/')).toEqual([308, 'https://a.example/books']);
    expect(await sent('https://a.example/books/')).toEqual([308, '/books']);
    expect(await sent('https://a.example/books')).toEqual([200, null]);
  });

  it('follows no circle: each target is answered', async () => {
    for (const slash of ['never', 'always', 'route'] as const) {
      for (const path of ['/books', '/books/', '/shelves', '/both/', '/files/a/', '/files/a']) {
        const app = site({ slash });
        const [status, target = path] = (await asked(app, path)).split(' ');
        if (status === '308') expect(await asked(app, target)).toBe('200');
      }
    }
  });
});

describe('the options of canonicalUrl', () => {
  it.each([
    [undefined, 'canonicalUrl'],
    [null, 'canonicalUrl'],
    [{ slash: 'no' }, 'canonicalUrl.slash'],
    [{ https: 1 }, 'canonicalUrl.https'],
    [{ https: true }, 'canonicalUrl.host'],
    [{ host: 'https://a.example' }, 'canonicalUrl.host'],
    [{ host: 'a.example:443' }, 'canonicalUrl.host'],
    [{ host: [] }, 'canonicalUrl.host'],
    [{ host: ['a.example', ''] }, 'canonicalUrl.host[1]'],
    [{ hosts: ['a.example'] }, 'canonicalUrl.hosts'],
  ])('refuse %j', (given, option) => {
    expect(() => canonicalUrl(given as never)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option }),
    );
  });
});
