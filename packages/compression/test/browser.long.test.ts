import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { assertPrecondition, httpCache, withEtag } from '@mortise/http-cache';
import { createApp, html, serve, type ServerHandle, text } from 'mortise';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { compression } from '../src/node/index.js';

const on = withChromium('compression');
const TEXT = 'the quick brown fox '.repeat(1000);

on('compression in Chromium', () => {
  /** By path: the browser also asks for an icon, at any time. */
  const codings = new Map<string, string>();
  const conditions: string[] = [];
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
    app.get('/tagged', (_request, response) =>
      text(withEtag(response, '7').withHeader('Cache-Control', 'no-cache'), TEXT),
    );
    app.put('/tagged', (request, response) => {
      assertPrecondition(request, { etag: '"7"' }, { required: true });
      return response.withStatus(204);
    });
    app.add(httpCache());
    app.add(compression({ factories: app.factories }));
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      codings.set(request.getUri().getPath(), response.getHeaderLine('Content-Encoding'));
      conditions.push(`${request.getHeaderLine('If-None-Match')} ${response.getStatusCode()}`);
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

  it('keeps a page by the tag of its coding, reads it from its cache, and saves it with that tag', async () => {
    const seen = await page.evaluate<unknown>(`(async () => {
      const first = await fetch('/tagged');
      const text = await first.text();
      const again = await fetch('/tagged');
      const tag = again.headers.get('etag');
      const saved = await fetch('/tagged', { method: 'PUT', headers: { 'If-Match': tag } });
      return [(await again.text()) === text, again.status, saved.status, tag];
    })()`);
    const tag = expect.stringMatching(/^"7-(?:zstd|br|gzip)"$/) as unknown;
    expect(seen).toEqual([true, 200, 204, tag]);
    expect(conditions).toContainEqual(expect.stringMatching(/^"7-(?:zstd|br|gzip)" 304$/));
  });
});

async function* slowly(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < TEXT.length; at += 5000) {
    yield Buffer.from(TEXT.slice(at, at + 5000));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
