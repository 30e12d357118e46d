import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { html } from 'mortise';
import type { Browser } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { webSocket } from '../src/node/index.js';
import { closeServers, echo, quietApp, type Served, served } from './served.js';

const on = withChromium('webSocket');

on('webSocket in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  afterEach(closeServers);

  function site(origins?: 'same' | readonly string[]): Promise<Served> {
    const app = quietApp();
    app.get('/', (_request, response) => html(response, '<title>page</title>'));
    app.get('/echo', (request, response) =>
      webSocket(request, response.withHeader('Set-Cookie', 'seen=1'), {
        ...echo,
        ...(origins && { origins }),
        protocols: ['v2', 'v1'],
      }),
    );
    app.get('/boom', (request, response) =>
      webSocket(request, response, {
        protocols: ['v2'],
        onOpen: () => {
          throw new Error('no');
        },
      }),
    );
    return served(app);
  }

  /** What a page of one server receives from a WebSocket of another: messages, the protocol, the code of the end. */
  async function talk(page: Served, to: Served, path: string): Promise<unknown> {
    const tab = await browser.newPage();
    await tab.goto(page.url);
    const result = await tab.evaluate(
      (address) =>
        new Promise((resolve) => {
          const received: unknown[] = [];
          const socket = new WebSocket(address, ['v1', 'v2']);
          socket.binaryType = 'arraybuffer';
          socket.onopen = () => {
            socket.send('text \u2713');
            socket.send(new Uint8Array([1, 255]));
          };
          socket.onmessage = ({ data }) => {
            const isText = typeof data === 'string';
            received.push(isText ? data : [...new Uint8Array(data as ArrayBuffer)]);
            if (received.length === 2) socket.close(4000);
          };
          socket.onclose = ({ code }) => {
            const { document } = globalThis as unknown as { document: { cookie: string } };
            resolve([received, socket.protocol, code, document.cookie]);
          };
        }),
      to.url.replace('http', 'ws') + path,
    );
    await tab.close();
    return result;
  }

  it('exchanges text and bytes with a page of the same origin, and sets cookies', async () => {
    const own = await site();
    expect(await talk(own, own, '/echo')).toEqual([
      ['text \u2713', [1, 255]],
      'v2',
      4000,
      'seen=1',
    ]);
  });

  it('refuses a page of another origin', async () => {
    expect(await talk(await site(), await site(), '/echo')).toEqual([[], '', 1006, '']);
  });

  it('accepts a page of another origin that is listed', async () => {
    const stranger = await site();
    const listing = await site([stranger.url]);
    const told = (await talk(stranger, listing, '/echo')) as unknown[];
    expect(told.slice(0, 2)).toEqual([['text \u2713', [1, 255]], 'v2']);
  });

  it('tells the page that a callback has failed', async () => {
    const own = await site();
    expect(await talk(own, own, '/boom')).toEqual([[], 'v2', 1011, '']);
  });
});
