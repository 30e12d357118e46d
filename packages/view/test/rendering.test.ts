import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { createApp } from 'mortise';
import { inProcess } from 'mortise/testing';
import {
  render,
  type RenderOptions,
  VIEW,
  view,
  type ViewData,
  type ViewOptions,
  viewOf,
  withViewData,
} from '../src/index.js';
import { engines } from './engines.js';
import { implementations } from '../../../tooling/testing/implementations.js';

const cases = implementations.flatMap(([implementation, factories]) =>
  engines.map(([name, engine]) => ({ implementation, factories, name, engine })),
);

describe.each(cases)('$name with $implementation', ({ factories, engine }) => {
  const request = () => factories.createServerRequest('GET', 'https://h.test/books/7?a=b');
  const page = async (options: Partial<ViewOptions>, data?: ViewData, to = request()) => {
    const response = factories.createResponse();
    const rendered = await view({ engine, ...options }).render(to, response, 'hello', data);
    return rendered.getBody().text();
  };

  it('writes a page as HTML, and escapes what it prints', async () => {
    const response = factories.createResponse(201);
    const data = { name: '<b>"Ada" & \'Eve\'</b>' };
    const rendered = await view({ engine }).render(request(), response, 'hello', data);
    expect(rendered.getStatusCode()).toBe(201);
    expect(rendered.getHeader('Content-Type')).toEqual(['text/html; charset=utf-8']);
    const text = await rendered.getBody().text();
    expect(text).toMatch(/^<p>Hello &[^<>"']+<\/p>$/);
    expect(decoded(text)).toBe(`<p>Hello ${data.name}</p>`);
  });

  it('keeps the type of the response', async () => {
    const response = factories.createResponse().withHeader('Content-Type', 'image/svg+xml');
    const rendered = await view({ engine }).render(request(), response, 'hello');
    expect(rendered.getHeader('Content-Type')).toEqual(['image/svg+xml']);
  });

  it('refuses a response that already has a body, such as one that is kept for all requests', async () => {
    const pages = view({ engine });
    const kept = factories.createResponse();
    await pages.render(request(), kept, 'hello', { name: 'Ada' });
    const second = async () => pages.render(request(), kept, 'hello', { name: 'Eve' });
    await expect(second()).rejects.toMatchObject({ code: 'RESPONSE_INVALID' });
    expect(await kept.getBody().text()).not.toContain('Eve');
  });

  it('lets data of the call win over that of the request, and that over shared data', async () => {
    const shared = { data: { name: 'shared' } };
    const own = withViewData(request(), { name: 'request' });
    expect([
      await page(shared),
      await page(shared, {}, own),
      await page(shared, { name: 'call' }, own),
    ]).toEqual(['shared', 'request', 'call'].map((name) => `<p>Hello ${name}</p>`));
  });

  it('puts the page, unescaped, into the layout, with the data of the page', async () => {
    const data = { name: '&', title: '<', body: 'not this' };
    expect(decoded(await page({ layout: 'layouts/page' }, data))).toBe(
      '<title><</title><main><p>Hello &</p></main>',
    );
    expect(await page({ layout: 'layouts/page' }, { name: '<i>' })).toContain('<main><p>Hello &');
  });

  it('has no layout if the template or the call says layout null, and another one if the call names it', async () => {
    const render = async (
      layout: string | undefined,
      template: string,
      options?: RenderOptions,
    ) => {
      const pages = view({ engine, ...(layout && { layout }) });
      const response = factories.createResponse();
      const written = await pages.render(request(), response, template, { name: 'Ada' }, options);
      return decoded((await written.getBody().text()).trim());
    };
    const framed = '<title>undefined</title><main><p>Hello Ada</p></main>';
    expect([
      await render('layouts/page', 'bare'),
      await render('layouts/page', 'hello', { layout: null }),
      await render('layouts/page', 'hello', {}),
      await render(undefined, 'hello', { layout: 'layouts/page' }),
      await render('none', 'bare', { layout: 'layouts/page' }),
    ]).toEqual(['<p>bare</p>', '<p>Hello Ada</p>', framed, framed, '<p>bare</p>']);
  });

  it.each(['path', 'root', 'views'])('says where the folder belongs: %s', (name) => {
    expect(() => view({ [name]: 'templates' } as never)).toThrow(
      `unknown option view.${name}; expected engine: etaEngine({ root })`,
    );
  });

  it('refuses an unknown option of a rendering', () => {
    const pages = view({ engine });
    const wrong = { layouts: null } as object;
    expect(() => pages.render(request(), factories.createResponse(), 'hello', {}, wrong)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
  });

  it('fetches text without the layout, even without a request', async () => {
    const pages = view({ engine, layout: 'layouts/page', data: { name: 'shared' } });
    const own = withViewData(request(), { name: 'request' });
    expect([
      await pages.fetch('hello'),
      await pages.fetch('hello', {}, own),
      await pages.fetch('hello', { name: 'call' }, own),
    ]).toEqual(['shared', 'request', 'call'].map((name) => `<p>Hello ${name}</p>`));
  });

  it('reports a template that does not exist, and writes nothing', async () => {
    const response = factories.createResponse();
    for (const options of [{ template: 'none' }, { template: 'hello', layout: 'none' }]) {
      const { template, ...rest } = options;
      const pages = view({ engine, ...rest });
      await expect(
        attempt(() => pages.render(request(), response, template)),
      ).rejects.toMatchObject({
        code: 'TEMPLATE_NOT_FOUND',
        status: 500,
        template: 'none',
        message: 'the engine has no template "none"; check its name and the engine\'s folder',
      });
    }
    expect(await response.getBody().text()).toBe('');
  });

  it('reports a template that fails, with its cause, and writes nothing', async () => {
    const response = factories.createResponse();
    const pages = view({ engine });
    await expect(attempt(() => pages.render(request(), response, 'broken'))).rejects.toMatchObject({
      code: 'TEMPLATE_FAILED',
      template: 'broken',
      message: expect.stringMatching(
        /^the template "broken" failed( at line 2)?: Cannot read properties of undefined/,
      ) as unknown,
      cause: expect.any(Error) as unknown,
    });
    expect(await response.getBody().text()).toBe('');
  });

  it.each([
    '',
    '/hello',
    '../views/hello',
    'books/../hello',
    './hello',
    'hello\0',
    'a\\b',
    'c:hello',
  ])('refuses the name %j', async (name) => {
    await expect(attempt(() => view({ engine }).fetch(name))).rejects.toMatchObject({
      code: 'TEMPLATE_NAME_INVALID',
    });
  });

  it.each(['@hello', '__proto__', 'constructor', 'hello/hello', 'books', 'h'.repeat(300)])(
    'does not find the template %j',
    async (name) => {
      await expect(attempt(() => view({ engine }).fetch(name))).rejects.toMatchObject({
        code: 'TEMPLATE_NOT_FOUND',
      });
    },
  );

  it('passes data whose names come from a client unchanged', async () => {
    const data = JSON.parse('{"__proto__":{"name":"own"},"__blocks":1}') as ViewData;
    expect(await page({}, data)).toBe('<p>Hello undefined</p>');
  });

  it('is the view of the requests that pass it', async () => {
    const app = appWith(factories);
    const [outer, inner] = ['outer', 'inner'].map((name) => view({ engine, data: { name } }));
    app.get('/hello', (given, response) => render(given, response, 'hello'));
    app.get('/text', async (given, response) => {
      response.getBody().write(await viewOf(given).fetch('hello', { name: 'text' }));
      return response;
    });
    app.get('/view', (given, response) => {
      response.getBody().write(String(given.getAttribute(VIEW) === inner));
      return response;
    });
    app.add(inner ?? fail()).add(outer ?? fail());
    const client = inProcess(app);
    const texts = ['/hello', '/text', '/view'].map(async (path) =>
      (await client.get(path)).getBody().text(),
    );
    expect(await Promise.all(texts)).toEqual(['<p>Hello inner</p>', '<p>Hello text</p>', 'true']);
  });

  it('sends an error page without any part of a template that fails', async () => {
    const app = appWith(factories);
    const seen: unknown[] = [];
    app.get('/', (given, response) => render(given, response, 'broken'));
    app.add(view({ engine, layout: 'layouts/page' }));
    app.addErrorMiddleware().setDefaultErrorHandler((_request, error) => {
      seen.push((error as { code?: unknown }).code);
      return factories.createResponse(500);
    });
    const response = await inProcess(app).get('/');
    expect([response.getStatusCode(), await response.getBody().text(), seen]).toEqual([
      500,
      '',
      ['TEMPLATE_FAILED'],
    ]);
  });

  it('calls the helpers of the application, which win over the others', async () => {
    const given: unknown[] = [];
    const pages = view({
      engine,
      helpers: (of) => {
        given.push(of);
        return { money: (cents: number) => `${cents / 100} \u20ac`, basePath: () => 'own' };
      },
    });
    const own = request();
    expect([
      await pages.fetch('call', { helper: 'money', values: [750] }),
      await pages.fetch('call', { helper: 'basePath', values: [] }, own),
    ]).toEqual(['7.5 \u20ac', 'own']);
    expect(given).toEqual([null, own]);
  });
});

function appWith(factories: HttpFactoriesInterface) {
  return createApp({ factories });
}

/** A synchronous engine throws. */
async function attempt<T>(run: () => T): Promise<Awaited<T>> {
  return await run();
}

function fail(): never {
  throw new Error('no view');
}

/** The text of escaped HTML, whichever references an engine writes. */
function decoded(html: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name = '') =>
    code === undefined ? (named[String(name)] ?? '?') : String.fromCharCode(Number(code)),
  );
}
