import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OptionError } from '@mortise/base/options';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { endpoint } from '@mortise/endpoint';
import { factories } from '@mortise/message';
import { factories as plainFactories } from '@mortise/message-plain';
import { openApiHandler } from '@mortise/openapi';
import { createApp, serve, type ServerHandle } from 'mortise';
import { inProcess } from 'mortise/testing';
import type { Browser } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import * as z from 'zod';
import { openApiPages } from '../src/index.js';
import { CONTENT_SECURITY_POLICY } from '../src/page.js';
import { openApiUi } from '../src/node/index.js';

// Tests run on the source, which has no built files.
const copyAssets = fileURLToPath(new URL('../scripts/copy-assets.js', import.meta.url));
execFileSync(process.execPath, [copyAssets]);

const document = '/openapi.json';

/** Whether paper and ink of the title are light; the root is the paper if it has a color, otherwise the canvas. */
const LIGHT = `(() => {
  const canvas = matchMedia('(prefers-color-scheme: dark)').matches ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)';
  const { backgroundColor } = getComputedStyle(document.documentElement);
  const paper = backgroundColor === 'rgba(0, 0, 0, 0)' ? canvas : backgroundColor;
  const { color } = getComputedStyle(document.querySelector('.info .title'));
  return [paper, color].map((each) => Number(/\\d+/.exec(each)[0]) > 127);
})()`;

describe.each([
  ['@mortise/message', factories],
  ['@mortise/message-plain', plainFactories],
])('openApiUi, on %s', (_name, made) => {
  const logger = { error: () => undefined, info: () => undefined };
  const app = createApp({ factories: made, logger });
  app.get('/docs[/{file}]', openApiUi({ document, title: '<A & B>' }));
  const client = inProcess(app);

  it('sends a page with a policy that loads only its own files', async () => {
    const response = await client.get('/docs');
    expect(response.getHeaderLine('Content-Security-Policy')).toBe(CONTENT_SECURITY_POLICY);
    expect(response.getHeaderLine('Content-Type')).toBe('text/html; charset=utf-8');
    const html = await response.getBody().text();
    expect(html).toContain('<title>&lt;A &amp; B&gt;</title>');
    const loaded = [...html.matchAll(/(?:src|href)="(\.[^"]+)"/g)].map(([, target]) => target);
    expect(loaded).toEqual([
      './docs/favicon-32x32.png',
      './docs/swagger-ui.css',
      './docs/swagger-ui-bundle.js',
      './docs/start.js',
    ]);
    for (const target of loaded) {
      expect((await client.get(`/${target?.slice(2) ?? ''}`)).getStatusCode()).toBe(200);
    }
  });

  it.each([
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['favicon-32x32.png', 'image/png'],
    ['start.js', 'text/javascript; charset=utf-8'],
  ])('sends %s as %s', async (file, type) => {
    const response = await client.get(`/docs/${file}`);
    expect([
      response.getHeaderLine('Content-Type'),
      response.getHeaderLine('X-Content-Type-Options'),
    ]).toEqual([type, 'nosniff']);
    expect(response.getBody().getSize()).toBeGreaterThan(50);
  });

  it.each(['package.json', 'LICENSE', '..%2Fpackage.json', 'swagger-ui.css%00', '__proto__'])(
    'has no file %s',
    async (file) => {
      expect([400, 404]).toContain((await client.get(`/docs/${file}`)).getStatusCode());
    },
  );

  it('lets clients keep its files for an hour, but not what depends on the options', async () => {
    const kept = [];
    for (const path of ['/docs', '/docs/swagger-ui.css', '/docs/start.js']) {
      kept.push((await client.get(path)).getHeaderLine('Cache-Control'));
    }
    expect(kept).toEqual(['no-cache', 'max-age=3600', 'no-cache']);
  });

  it('serves variant A', async () => {
    const old = createVariantA({ factories: made });
    old.get('/docs[/{file}]', openApiUi({ document }));
    expect((await inProcess(old).get('/docs/start.js')).getStatusCode()).toBe(200);
  });
});

describe('openApiPages', () => {
  it('has the title API by default', async () => {
    const app = createApp();
    app.get('/docs', openApiPages({ document, readFile: () => new Uint8Array() }));
    const response = await inProcess(app).get('/docs');
    expect(await response.getBody().text()).toContain('<title>API</title>');
  });

  it.each([
    ['at once', new Uint8Array([104, 105])],
    ['later', Promise.resolve(new Uint8Array([104, 105]))],
  ])('sends a file that is read %s', async (_when, bytes) => {
    const app = createApp();
    app.get('/docs/{file}', openApiPages({ document, readFile: () => bytes }));
    const response = await inProcess(app).get('/docs/swagger-ui.css');
    expect(await response.getBody().text()).toBe('hi');
  });

  it.each([
    ['at once', () => new Uint8Array([1])],
    ['later', () => Promise.resolve(new Uint8Array([1]))],
  ])('reads each file once, with the function of the options: %s', async (_when, bytes) => {
    const read: string[] = [];
    const readFile = (name: string) => {
      read.push(name);
      return bytes();
    };
    const app = createApp();
    app.get('/docs[/{file}]', openApiPages({ document, readFile }));
    const client = inProcess(app);
    await client.get('/docs/swagger-ui.css');
    await client.get('/docs/swagger-ui.css');
    expect(read).toEqual(['swagger-ui.css']);
  });

  it('creates no promise for a file that is read at once', () => {
    const page = openApiPages({ document, readFile: () => new Uint8Array([1]) });
    const request = factories.createServerRequest('GET', '/docs/swagger-ui.css');
    const response = page(request, factories.createResponse(), { file: 'swagger-ui.css' });
    expect(response).not.toBeInstanceOf(Promise);
  });

  it('reads a file again that could not be read', async () => {
    const results = [Promise.reject(new Error('EMFILE')), Promise.resolve(new Uint8Array([1]))];
    const readFile = () => results.shift() ?? new Uint8Array([2]);
    const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
    app.get('/docs[/{file}]', openApiPages({ document, readFile }));
    const client = inProcess(app);
    const statuses = [];
    for (let count = 0; count < 2; count++) {
      statuses.push((await client.get('/docs/swagger-ui.css')).getStatusCode());
    }
    expect(statuses).toEqual([500, 200]);
  });

  it.each<[string, object]>([
    ['invalid openApiUi.document: received undefined', {}],
    ['invalid openApiUi.document: received ""', { document: '' }],
    ['invalid openApiUi.title: received 7; expected a string', { document, title: 7 }],
    ['invalid openApiUi.readFile: received undefined', { document }],
    ['unknown option openApiUi.url; expected one of', { document, url: '/' }],
  ])('refuses options: %s', (message, options) => {
    expect(() => openApiPages(options as never)).toThrow(OptionError);
    expect(() => openApiPages(options as never)).toThrow(message);
  });
});

const on = withChromium('openapi-ui');

on('the page, in Chromium', () => {
  let server: ServerHandle;
  let browser: Browser;
  beforeAll(async () => {
    const app = createApp();
    const greet = {
      query: z.object({ name: z.string() }),
      responses: { 200: z.object({ hello: z.string() }) },
    };
    const callback = endpoint(greet, (_request, respond, { query }) =>
      respond(200, { hello: query.name }),
    );
    app.get('/greeting', callback).setName('greet');
    app.get(document, openApiHandler(app, { info: { title: 'Greetings', version: '1' } }));
    app.get('/docs[/{file}]', openApiUi({ document }));
    server = await serve(app, { port: 0 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('lists the operations, tries one call, and sends nothing to another origin', async () => {
    const page = await browser.newPage();
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${server.url}/docs`);
    await page.locator('#operations-default-greet .opblock-summary-control').click();
    await page.locator('.try-out__btn').click();
    await page.locator('input[placeholder="name"]').fill('you');
    await page.locator('.execute').click();
    await page.locator('.live-responses-table .response-col_description pre').first().waitFor();
    expect(await page.locator('.live-responses-table').textContent()).toContain('"hello": "you"');
    expect(
      requested.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
    ).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('has the preferred colors, even after they change', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.goto(`${server.url}/docs`);
    await page.locator('.info .title').waitFor();
    /** Waits: the page follows a change a moment later. */
    const looks = async (...wanted: readonly [paper: boolean, ink: boolean]) => {
      while (String(await page.evaluate(LIGHT)) !== String(wanted)) await page.waitForTimeout(20);
    };
    await looks(false, true);
    await page.emulateMedia({ colorScheme: 'light' });
    await looks(true, false);
    await page.close();
  });
});
