import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp, html, serve, type ServerHandle, text } from 'mortise';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { compression } from '../src/node/index.js';

const on = withChromium('compression');
const TEXT = 'the quick brown fox '.repeat(1000);

on('compression in Chromium', () => {
  /** By path: the browser also asks for an icon, at any time. */
  const codings = new Map<string, string>();
  let server: ServerHandle;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const app = createApp();
    app.get('/', (_request, response) => html(response, '<!doctype html><title>page</title>'));
    app.get('/whole', (_request, response) => text(response, TEXT));
    app.get('/stream', (_request, response) =>
      response
        .withHeader('Content-Type', 'text/plain')
        .withBody(app.factories.createStreamFromResource(slowly())),
    );
    app.add(compression({ factories: app.factories }));
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      codings.set(request.getUri().getPath(), response.getHeaderLine('Content-Encoding'));
      return response;
    });
    server = await serve(app, { port: 0 });
    browser = await launchChromium();
    page = await browser.newPage({ baseURL: `http://localhost:${server.port}` });
    await page.goto('/');
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each(['/whole', '/stream'])('reads %s as it was before compression', async (path) => {
    const read = await page.evaluate<string>(
      `fetch('${path}').then((response) => response.text())`,
    );
    expect(read).toBe(TEXT);
    expect(['zstd', 'br', 'gzip']).toContain(codings.get(path));
  });
});

async function* slowly(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < TEXT.length; at += 5000) {
    yield Buffer.from(TEXT.slice(at, at + 5000));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
