import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp, html, serve, type ServerHandle } from 'mortise';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { staticFiles } from '../src/node/index.js';
import { createSite } from './site.js';

const on = withChromium('staticFiles');

/** Ten minutes of silence: 8000 samples a second of one byte each. */
function silence(): Uint8Array {
  const size = 10 * 60 * 8000;
  const wave = Buffer.alloc(44 + size, 0x80);
  wave.write('RIFF', 0, 'latin1');
  wave.writeUInt32LE(36 + size, 4);
  wave.write('WAVEfmt ', 8, 'latin1');
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(8000, 24);
  wave.writeUInt32LE(8000, 28);
  wave.writeUInt16LE(1, 32);
  wave.writeUInt16LE(8, 34);
  wave.write('data', 36, 'latin1');
  wave.writeUInt32LE(size, 40);
  return wave;
}

on('staticFiles in Chromium', () => {
  const site = createSite({ 'silence.wav': silence(), 'app.js': 'window.ran = true' });
  const statuses: string[] = [];
  let server: ServerHandle;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const app = createApp();
    app.get('/', (_request, response) => html(response, '<script src="/app.js"></script>'));
    app.add(staticFiles({ root: site.root, factories: app.factories }));
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      statuses.push(`${request.getUri().getPath()} ${response.getStatusCode()}`);
      return response;
    });
    server = await serve(app, { port: 0 });
    browser = await launchChromium();
    page = await browser.newPage({ baseURL: `http://localhost:${server.port}` });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    site.remove();
  });

  it('seeks in a recording', async () => {
    await page.goto('/');
    const seeked = await page.evaluate<number>(`new Promise((resolve, reject) => {
      const audio = new Audio('/silence.wav');
      audio.onerror = () => reject(new Error('cannot play'));
      audio.onloadedmetadata = () => (audio.currentTime = 500);
      audio.onseeked = () => resolve(Math.round(audio.currentTime));
    })`);
    expect(seeked).toBe(500);
    // How far it has read before the seek, and so which range it asks for, is the browser's to decide.
    expect(statuses).toContain('/silence.wav 206');
  });

  it('validates a file that the browser has', async () => {
    await page.goto('/');
    await page.goto('/');
    expect(await page.evaluate('window.ran')).toBe(true);
    expect(statuses).toContain('/app.js 304');
  });
});
