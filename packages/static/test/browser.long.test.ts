import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  createApp,
  type HttpFactoriesInterface,
  html,
  type MiddlewareInterface,
  serve,
  type ServerHandle,
  type StreamInterface,
} from 'mortise';
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
  const large = Buffer.alloc(8 * 1024 * 1024, 'mortise ');
  const site = createSite({
    ...{ 'silence.wav': silence(), 'app.js': 'window.ran = true', 'large.bin': large },
  });
  const statuses: string[] = [];
  let server: ServerHandle;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const app = createApp();
    app.get('/', (_request, response) => html(response, '<script src="/app.js"></script>'));
    app.get('/downloads', (_request, response) =>
      html(response, '<a href="/large.bin" download>large</a>'),
    );
    app.add(staticFiles({ root: site.root, strongTags: true, factories: app.factories }));
    app.add(breakOnce('/large.bin', app.factories));
    app.add(async (request, handler) => {
      const response = await handler.handle(request);
      statuses.push(`${request.getUri().getPath()} ${response.getStatusCode()}`);
      return response;
    });
    server = await serve(app, { port: 0, onError: () => undefined });
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

  it('resumes an interrupted download', async () => {
    await page.goto('/downloads');
    const begun = page.waitForEvent('download');
    await page.getByRole('link').click();
    const saved = await (await begun).path();
    expect(readFileSync(saved).equals(large)).toBe(true);
    expect(statuses.filter((line) => line.includes('large'))).toEqual([
      '/large.bin 200',
      '/large.bin 206',
    ]);
  });

  it('revalidates a file that the browser has stored', async () => {
    await page.goto('/');
    await page.goto('/');
    expect(await page.evaluate('window.ran')).toBe(true);
    expect(statuses).toContain('/app.js 304');
  });
});

/** Cuts the connection after the first MiB of the first response to a path. */
function breakOnce(path: string, factories: HttpFactoriesInterface): MiddlewareInterface {
  let isBroken = false;
  return {
    async process(request, handler) {
      const response = await handler.handle(request);
      if (isBroken || request.getUri().getPath() !== path) return response;
      isBroken = true;
      return response.withBody(factories.createStreamFromResource(firstMiB(response.getBody())));
    },
  };
}

async function* firstMiB(body: StreamInterface): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < 1024 * 1024; ) {
    const chunk = await body.read(64 * 1024);
    sent += chunk.length;
    yield chunk;
  }
  throw new Error('the transfer broke off');
}
