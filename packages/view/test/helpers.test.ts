import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { CSRF, csrfTokens } from '@mortise/csrf';
import { ROUTE_CONTEXT } from '@mortise/app';
import { toFetchHandler } from '@mortise/fetch';
import type { ServerRequestInterface } from '@mortise/http-message';
import { CSP_NONCE, CSP_NONCE_USED, NONCE, secureHeaders } from '@mortise/secure-headers';
import { SESSION, session } from '@mortise/session';
import { memoryStore } from '@mortise/store';
import { createApp } from 'mortise';
import { inProcess, overSocket } from 'mortise/testing';
import { render, view, type ViewEngineInterface, type ViewHelpers } from '../src/index.js';
import * as facts from '@mortise/base/keys';
import { engines } from './engines.js';
import { implementations } from '../../../tooling/testing/implementations.js';

/** Records the helpers of a rendering, for tests that call them themselves. */
function helpersFor(request: ServerRequestInterface | null): ViewHelpers {
  const seen: ViewHelpers[] = [];
  const engine: ViewEngineInterface = { render: (_name, _data, own) => `${seen.push(own)}` };
  void view({ engine }).fetch('any', {}, request);
  return seen[0] ?? ({} as ViewHelpers);
}

it('reads the attributes of the packages that set them', () => {
  expect([facts.ROUTES, facts.SESSION, facts.CSRF, facts.CSP_NONCE]).toEqual([
    ...[ROUTE_CONTEXT, SESSION, CSRF, CSP_NONCE],
  ]);
});

describe.each(implementations)('helpers with %s', (_, factories) => {
  /** The helpers of a request that an application handles, below `/shop` and the prefix `/v1`. */
  const helpersAt = async (path: string, unrouted = false): Promise<ViewHelpers> => {
    const seen: ViewHelpers[] = [];
    const app = createApp({ factories, basePath: '/v1' });
    app.get('/books/{id:[^/]+}', (_request, response) => response).setName('book');
    app.get('//{rest:.*}', (_request, response) => response);
    app.add((request, handler) => {
      if (unrouted) seen.push(helpersFor(request));
      return handler.handle(request);
    });
    app.addRoutingMiddleware();
    app.add(async (request, handler) => {
      if (!unrouted) seen.push(helpersFor(request));
      return handler.handle(request);
    });
    const uri = factories.createUri(`https://h.test:8443${path}`).withBasePath('/shop');
    await app.handle(factories.createServerRequest('GET', uri));
    return seen[0] ?? ({} as ViewHelpers);
  };

  it.each([false, true])('return URLs of routes (after routing: %p)', async (routed) => {
    const own = await helpersAt('/v1/books/7?q=1', routed);
    const values = { id: 'a b', other: 1 };
    expect([
      own.urlFor('book', values, { a: [1] }),
      own.urlFor('book', values),
      own.fullUrlFor('book', values, { a: 'b' }),
      own.relativeUrlFor('book', values, { a: 'b' }),
    ]).toEqual([
      '/shop/v1/books/a%20b?a%5B0%5D=1',
      '/shop/v1/books/a%20b',
      'https://h.test:8443/shop/v1/books/a%20b?a=b',
      '/books/a%20b?a=b',
    ]);
  });

  it('know the URL of the request', async () => {
    const own = await helpersAt('/v1/books/7?q=1');
    expect([
      own.currentUrl(),
      own.currentUrl(false),
      own.currentUrl(true),
      own.basePath(),
      own.getUri().getQuery(),
      own.isCurrentUrl('book', { id: 7 }),
      own.isCurrentUrl('book', { id: 8 }),
    ]).toEqual([
      '/shop/v1/books/7',
      '/shop/v1/books/7',
      '/shop/v1/books/7?q=1',
      '/shop/v1',
      'q=1',
      true,
      false,
    ]);
  });

  it('recognize the current URL however it is encoded', async () => {
    expect((await helpersAt('/v1/books/%61b')).isCurrentUrl('book', { id: 'ab' })).toBe(true);
  });

  it.each([...Array.from("!$&'()*+,;=:@"), 'é', ' ', '/', '%'])(
    'recognize the current URL with %s, raw or escaped',
    async (character) => {
      const id = `a${character}b`;
      const escape = encodeURIComponent(character).replace(
        /[!'()*]/g,
        (each) => `%${each.charCodeAt(0).toString(16)}`,
      );
      const spellings = '/%'.includes(character) ? [escape] : [escape, character];
      for (const spelling of [...spellings, escape.toLowerCase()]) {
        const own = await helpersAt(`/v1/books/a${spelling}b`);
        expect([own.isCurrentUrl('book', { id }), own.isCurrentUrl('book', { id: 'ab' })]).toEqual([
          true,
          false,
        ]);
      }
    },
  );

  it('have the names of Twig-View too', async () => {
    const own = await helpersAt('/v1/books/7');
    expect([
      own.url_for === own.urlFor,
      own.full_url_for === own.fullUrlFor,
      own.relative_url_for === own.relativeUrlFor,
      own.is_current_url === own.isCurrentUrl,
      own.current_url === own.currentUrl,
      own.get_uri === own.getUri,
      own.base_path === own.basePath,
      own.csp_nonce === own.cspNonce,
      own.csrf_fields === own.csrfFields,
    ]).not.toContain(false);
  });

  it('use the request in vain without an application', () => {
    const own = helpersFor(factories.createServerRequest('GET', 'https://h.test/a'));
    const calls: [string, () => unknown][] = [
      ['urlFor', () => own.urlFor('book')],
      ['fullUrlFor', () => own.fullUrlFor('book')],
      ['relativeUrlFor', () => own.relativeUrlFor('book')],
    ];
    for (const [name, call] of calls) {
      const message = `${name}() found no routes; pass the request that the application is handling`;
      expect(call).toThrow(expect.objectContaining({ code: 'VIEW_CONTEXT_MISSING', message }));
    }
    expect(own.csrfFields).toThrow(
      expect.objectContaining({
        code: 'VIEW_CONTEXT_MISSING',
        message:
          'csrfFields() found no token; add csrfTokens() to this route, its group or the application',
      }),
    );
    expect([own.basePath(), own.currentUrl(), own.cspNonce(), own.flash('a')]).toEqual([
      ...['', '/a', '', []],
    ]);
  });
});

it('helpers that need a request say so without one', () => {
  const own = helpersFor(null);
  const names = ['urlFor', 'fullUrlFor', 'relativeUrlFor', 'currentUrl', 'getUri', 'basePath'];
  for (const name of [...names, 'csrfFields', 'isCurrentUrl']) {
    const helper = own[name] as (route: string) => unknown;
    expect(() => helper('book')).toThrow(
      expect.objectContaining({
        code: 'VIEW_CONTEXT_MISSING',
        message: `${name}() needs a request; pass it to fetch(template, data, request)`,
      }),
    );
  }
  expect([own.cspNonce(), own.flash('a')]).toEqual(['', []]);
  expect(Object.getPrototypeOf(own.flash())).toBeNull();
});

describe.each(
  implementations.flatMap(([implementation, factories]) =>
    engines.map(([name, engine]) => ({ implementation, factories, name, engine })),
  ),
)('pages of $name with $implementation', ({ factories, engine }) => {
  it('have the nonce of the policy, which is created only if it is used', async () => {
    const app = createApp({ factories });
    const used: unknown[] = [];
    const noted = (request: ServerRequestInterface) =>
      used.push(request.getLifetime().getValue(CSP_NONCE_USED));
    app.get('/nonce', (request, response) =>
      render(request, response, 'call', { helper: 'csp_nonce', values: [] }),
    );
    app.get('/hello', (request, response) => render(request, response, 'hello'));
    app.add(view({ engine, layout: 'layouts/page' }));
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      noted(request);
      return response;
    });
    app.add(secureHeaders({ contentSecurityPolicy: { scriptSrc: [NONCE] } }));
    const response = await inProcess(app).get('/nonce');
    const nonce = /<main>([\w+/]+={0,2})<\/main>/.exec(await response.getBody().text())?.[1];
    expect(response.getHeaderLine('Content-Security-Policy')).toContain(`'nonce-${nonce ?? '-'}'`);
    await inProcess(app).get('/hello');
    expect(used).toEqual([true, undefined]);
  });

  it('show flash messages once, and the fields of a form that csrfTokens accepts', async () => {
    const app = createApp({ factories });
    app.get('/', (request, response) =>
      render(request, response, 'call', { helper: 'flash', values: ['notice'] }),
    );
    app.get('/all', (request, response) =>
      render(request, response, 'call', { helper: 'json', values: [] }),
    );
    app.get('/form', (request, response) => render(request, response, 'fields'));
    app.post('/form', (request, response) => {
      request.getAttribute(SESSION)?.flash.addMessage('notice', 'Saved & done.');
      return response.withStatus(204);
    });
    app.add(view({ engine }));
    app.add(csrfTokens());
    app.add(session({ store: memoryStore() }));
    app.addBodyParsingMiddleware();
    const client = inProcess(app);
    const form = await client.get('/form');
    const [Cookie = ''] = form.getHeaderLine('Set-Cookie').split(';');
    const fields = (await form.getBody().text()).split(';').slice(0, -1);
    expect(fields.map((field) => field.split('=')[0])).toEqual(['csrf_name', 'csrf_value']);
    const body = new URLSearchParams(fields.join('&'));
    const headers = { Cookie, 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await client.post('/form', { headers, body: String(body) })).getStatusCode()).toBe(204);
    const first = await (await client.get('/', { headers: { Cookie } })).getBody().text();
    const second = await (await client.get('/', { headers: { Cookie } })).getBody().text();
    expect([first, second]).toEqual([expect.stringMatching(/^Saved &(#38|amp); done\.$/), '']);
  });

  it('write the hidden fields where a template uses them as text', async () => {
    const asText: ViewEngineInterface = { render: (_name, _data, own) => String(own.csrfFields()) };
    const app = createApp({ factories });
    app.get('/', (request, response) => render(request, response, 'form'));
    app.add(view({ engine: asText }));
    app.add(csrfTokens());
    app.add(session({ store: memoryStore() }));
    const page = await (await inProcess(app).get('/')).getBody().text();
    expect(page).toMatch(
      /^<input type="hidden" name="csrf_name" value="[\w-]+"><input type="hidden" name="csrf_value" value="[\w-]+">$/,
    );
  });

  it('are sent by every adapter', async () => {
    const app = pageApp(createApp({ factories }), engine);
    const client = overSocket(app);
    const response = await client.get('/');
    const text = await response.getBody().text();
    await client.close();
    const fetched = await toFetchHandler(app, { factories })(new Request('https://h.test/'));
    expect([text, response.getHeaderLine('Content-Length'), await fetched.text()]).toEqual([
      ...['/books/7', '8', '/books/7'],
    ]);
  });

  it('are sent by variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/books/{id}', (_request, response) => response).setName('book');
    app.get('/', (request, response) => render(request, response, 'call', BOOK));
    app.add(view({ engine }));
    const response = await inProcess(app).get('/');
    expect(await response.getBody().text()).toBe('/books/7');
  });
});

it('all flash messages are an object without a prototype', async () => {
  const seen: unknown[] = [];
  const app = createApp();
  app.get('/', (request, response) => {
    request.getAttribute(SESSION)?.flash.addMessageNow('__proto__', 'a');
    const all = helpersFor(request).flash();
    seen.push(Object.getPrototypeOf(all), Object.entries(all));
    return response;
  });
  app.add(session({ store: memoryStore() }));
  await inProcess(app).get('/');
  expect(seen).toEqual([null, [['__proto__', ['a']]]]);
});

const BOOK = { helper: 'url_for', values: ['book', { id: 7 }] };

function pageApp(app: ReturnType<typeof createApp>, engine: ViewEngineInterface) {
  app.get('/books/{id}', (_request, response) => response).setName('book');
  app.get('/', (request, response) => render(request, response, 'call', BOOK));
  app.add(view({ engine }));
  return app;
}
