import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp, html, serve, type ServerHandle } from 'mortise';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { CSP_NONCE, NONCE, secureHeaders } from '../src/index.js';

const on = withChromium('secureHeaders');

on('a page with a nonce, in Chromium', () => {
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

  it('runs the script with the nonce, and not the one without', async () => {
    await page.goto('/');
    expect(await ran()).toEqual(['with']);
  });

  it('runs its script after a reload, and after going back', async () => {
    await page.goto('/');
    await page.reload();
    expect(await ran()).toEqual(['with']);
    await page.goto('/other');
    await page.goBack();
    expect(await ran()).toEqual(['with']);
  });

  const ran = () => page.evaluate<string[]>('window.ran');
});

function site() {
  const app = createApp();
  app.get('/', (request, response) => {
    const nonce = request.getAttribute(CSP_NONCE)?.value ?? '';
    const scripts = `<script nonce="${nonce}">(window.ran ??= []).push('with')</script>
      <script>(window.ran ??= []).push('without')</script>`;
    const tagged = response.withHeader('ETag', '"page"').withHeader('Cache-Control', 'max-age=60');
    return html(tagged, `<!doctype html><title>page</title>${scripts}`);
  });
  app.get('/other', (_request, response) => html(response, '<!doctype html><title>other</title>'));
  app.add(secureHeaders({ contentSecurityPolicy: { scriptSrc: [NONCE] } }));
  return app;
}
