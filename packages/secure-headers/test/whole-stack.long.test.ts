import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { cors } from '@mortise/cors';
import { etag, httpCache } from '@mortise/http-cache';
import { accessLog, requestId } from '@mortise/request-log';
import { createApp, html, serve, type ServerHandle, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { CSP_NONCE, NONCE, secureHeaders } from '../src/index.js';

const on = withChromium('a nonce under the whole stack');

function site() {
  const quiet = { error: () => undefined, info: () => undefined };
  const app = createApp({ logger: quiet });
  const { factories } = app;
  app.get('/', (request, response) => {
    const nonce = request.getAttribute(CSP_NONCE)?.value ?? '';
    const script = `<script nonce="${nonce}">window.ran = true</script>`;
    return html(
      response,
      `<!doctype html><title>page</title>${script}${'<p>text</p>'.repeat(200)}`,
    );
  });
  app.get('/plain', (_request, response) => text(response, 'plain '.repeat(400)));
  app.get('/fail', () => {
    throw new Error('out of paper');
  });
  app.add(etag());
  app.add(httpCache({ type: 'private', maxAge: 0, factories }));
  app.add(compression({ factories, codings: ['gzip'] }));
  app.addErrorMiddleware();
  app.add(secureHeaders({ contentSecurityPolicy: { scriptSrc: [NONCE] } }));
  app.add(cors({ origins: ['https://app.example'], factories }));
  app.add(accessLog(quiet));
  app.add(requestId());
  return app;
}

describe('secureHeaders under the whole stack', () => {
  const headers = { 'Accept-Encoding': 'gzip', Origin: 'https://app.example' };

  it('leaves a page without a nonce to etag, httpCache and compression', async () => {
    const client = overSocket(site());
    try {
      const first = await client.get('/plain', { headers });
      expect(first.getHeaderLine('Content-Encoding')).toBe('gzip');
      expect(first.getHeaderLine('Cache-Control')).toBe('private, no-cache');
      const known = { ...headers, 'If-None-Match': first.getHeaderLine('ETag') };
      const second = await client.get('/plain', { headers: known });
      expect(second.getStatusCode()).toBe(304);
      expect(second.hasHeader('Content-Security-Policy')).toBe(false);
      expect(second.getHeaderLine('Vary')).toBe('Accept-Encoding, Origin');
    } finally {
      await client.close();
    }
  });

  it('prevents a page with a nonce from being tagged, stored and answered with 304', async () => {
    const client = overSocket(site());
    try {
      const known = { ...headers, 'If-None-Match': '*' };
      const response = await client.get('/', { headers: known });
      expect(response.getStatusCode()).toBe(200);
      expect(response.getHeaderLine('Cache-Control')).toBe('no-store');
      expect(response.hasHeader('ETag')).toBe(false);
    } finally {
      await client.close();
    }
  });

  it.each([
    ['/none', 404],
    ['/fail', 500],
  ])('has its headers, those of cors and the id on %s, a %d', async (path, status) => {
    const client = overSocket(site());
    try {
      const response = await client.get(path, { headers });
      expect(response.getStatusCode()).toBe(status);
      for (const name of ['X-Frame-Options', 'Access-Control-Allow-Origin', 'X-Request-Id']) {
        expect(response.hasHeader(name)).toBe(true);
      }
    } finally {
      await client.close();
    }
  });
});

on('a page with a nonce under the whole stack, in Chromium', () => {
  let server: ServerHandle;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await serve(site(), { port: 0 });
    browser = await launchChromium();
    page = await browser.newPage({ baseURL: `http://localhost:${server.port}` });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('runs its script, even after a reload', async () => {
    await page.goto('/');
    expect(await page.evaluate('window.ran')).toBe(true);
    await page.reload();
    expect(await page.evaluate('window.ran')).toBe(true);
  });
});
