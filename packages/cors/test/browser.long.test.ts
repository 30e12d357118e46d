import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { createApp, html, json, serve, type ServerHandle } from 'mortise';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { cors } from '../src/index.js';

const on = withChromium('cors');

on('a page of another origin, in Chromium', () => {
  let pages: ServerHandle;
  let strangers: ServerHandle;
  let api: ServerHandle;
  let browser: Browser;
  let page: Page;
  const seen: string[] = [];

  beforeAll(async () => {
    pages = await serve(pageServer(), { port: 0 });
    strangers = await serve(pageServer(), { port: 0 });
    api = await serve(apiServer(originOf(pages), seen), { port: 0 });
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(originOf(pages));
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([pages, strangers, api].map((server) => server.close()));
  });

  it('reads the response to GET, and the header that is exposed', async () => {
    expect(await asked('/books')).toEqual({ status: 200, body: '{"cookie":""}', total: '7' });
  });

  it('sends PUT with a header after a preflight that meets no handler', async () => {
    seen.length = 0;
    const sent = { method: 'PUT', headers: { 'X-Reason': 'test' } };
    expect(await asked('/books', sent)).toMatchObject({ status: 200 });
    expect(seen).toEqual(['PUT /books']);
  });

  it('sends cookies if the page requests it', async () => {
    await page.context().addCookies([{ name: 'a', value: '1', url: originOf(api) }]);
    const { body } = (await asked('/books', { credentials: 'include' })) as { body: string };
    expect(body).toBe('{"cookie":"a=1"}');
    await page.context().clearCookies();
  });

  it('sends cookies with PUT after a preflight without cookies', async () => {
    await page.context().addCookies([{ name: 'a', value: '1', url: originOf(api) }]);
    seen.length = 0;
    const sent = { method: 'PUT', headers: { 'X-Reason': 'test' }, credentials: 'include' };
    const { body } = (await asked('/books', sent)) as { body: string };
    expect([body, seen]).toEqual(['{"cookie":"a=1"}', ['PUT /books']]);
    await page.context().clearCookies();
  });

  it.each([
    ['/none', 404],
    ['/fail', 500],
  ])('reads the response to an error: %s is %d', async (path, status) => {
    expect(await asked(path)).toMatchObject({ status });
  });

  it.each<[string, string, object]>([
    ['a method that the path does not have', '/books', { method: 'DELETE' }],
    ['a header that is not allowed', '/books', { headers: { 'X-Other': '1' } }],
    ['a preflight of an unknown path', '/none', { method: 'PUT' }],
  ])('is refused %s', async (_name, path, init) => {
    expect(await asked(path, init)).toBe('TypeError');
  });

  it('cannot read anything from an origin that is not listed', async () => {
    const other = await browser.newPage();
    await other.goto(originOf(strangers));
    expect(await ask(other, '/books', {})).toBe('TypeError');
    await other.close();
  });

  const asked = (path: string, init: object = {}) => ask(page, path, init);

  function ask(from: Page, path: string, init: object): Promise<unknown> {
    const call = `fetch(${JSON.stringify(originOf(api) + path)}, ${JSON.stringify(init)})`;
    return from.evaluate(
      `${call}.then(async (response) => ({ status: response.status, body: await response.text(),
        total: response.headers.get('X-Total') }), (error) => error.name)`,
    );
  }
});

function originOf({ port }: ServerHandle): string {
  return `http://localhost:${port}`;
}

function pageServer() {
  const app = createApp();
  app.get('/', (_request, response) => html(response, '<!doctype html><title>page</title>'));
  return app;
}

function apiServer(allowed: string, seen: string[]) {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.map(['GET', 'PUT'], '/books', (request, response) => {
    seen.push(`${request.getMethod()} ${request.getUri().getPath()}`);
    return json(response.withHeader('X-Total', '7'), { cookie: request.getHeaderLine('Cookie') });
  });
  app.get('/fail', () => {
    throw new Error('out of paper');
  });
  app.addErrorMiddleware();
  app.add(
    cors({
      origins: [allowed],
      methods: (request: ServerRequestInterface) =>
        app.getRouteCollector().methodsFor(request.getUri().getPath()),
      allowHeaders: ['X-Reason'],
      exposeHeaders: ['X-Total'],
      credentials: true,
      factories: app.factories,
    }),
  );
  return app;
}
