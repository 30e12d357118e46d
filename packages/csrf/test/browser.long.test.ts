import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp, serve, type ServerHandle, text } from 'mortise';
import type { Browser } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { crossOriginProtection } from '../src/index.js';

const on = withChromium('crossOriginProtection');

on('crossOriginProtection in Chromium', () => {
  let server: ServerHandle;
  let stranger: ServerHandle;
  let browser: Browser;
  beforeAll(async () => {
    server = await serve(application(''), { port: 0 });
    stranger = await serve(application(`http://127.0.0.1:${server.port}`), { port: 0 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([server.close(), stranger.close()]);
  });

  it('accepts a form of the same site', async () => {
    expect(await submitFrom(server.port)).toEqual([200, 'done']);
  });

  it('refuses a form of another origin', async () => {
    const [status, body] = await submitFrom(stranger.port);
    expect([status, body.includes('done')]).toEqual([403, false]);
  });

  /** Status and text of what the form of a page leads to. */
  async function submitFrom(port: number): Promise<[number, string]> {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Pay' }).click();
    const response = await answered;
    const result: [number, string] = [response.status(), await response.text()];
    await page.close();
    return result;
  }
});

/** @param target origin to which the form of its page is sent; `''` for its own */
function application(target: string) {
  const app = createApp();
  app.get('/', (_request, response) =>
    text(
      response,
      `<form method="post" action="${target}/pay"><button>Pay</button></form>`,
    ).withHeader('Content-Type', 'text/html'),
  );
  app.post('/pay', (_request, response) => text(response, 'done'));
  app.add(crossOriginProtection());
  return app;
}
