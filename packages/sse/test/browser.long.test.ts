import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createApp, html, serve, type ServerHandle } from 'mortise';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../../tooling/setup/free-port.js';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { channel, eventStream, lastEventId } from '../src/index.js';

const on = withChromium('eventStream');

on('EventSource in Chromium', () => {
  const news = channel({ history: 10 });
  const ids: (string | null)[] = [];
  const app = createApp();
  let server: ServerHandle;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    app.get('/', (_request, response) => html(response, '<!doctype html><title>page</title>'));
    app.get('/news', (request, response) => {
      ids.push(lastEventId(request));
      const events = news.subscribe(lastEventId(request));
      return eventStream(request, response, events, { factories: app.factories, retry: 10 });
    });
    // Ends after its first event, so that the browser connects again.
    app.get('/short', (request, response) => {
      ids.push(lastEventId(request));
      const last = Number(lastEventId(request) ?? 0);
      const events = (async function* () {
        yield await Promise.resolve({ data: 'x', id: String(last + 1) });
      })();
      return eventStream(request, response, events, { factories: app.factories, retry: 10 });
    });
    // One that no other program takes while the server restarts.
    server = await serve(app, { port: await freePort() });
    browser = await launchChromium();
    page = await browser.newPage({ baseURL: `http://localhost:${server.port}` });
    await page.goto('/');
  });
  afterAll(async () => {
    news.close();
    await browser.close();
    await server.close();
  });

  it('receives names, ids, and data of several lines as they were sent', async () => {
    await page.evaluate(`
      window.received = [];
      window.source = new EventSource('/news');
      const keep = ({ type, data, lastEventId }) => received.push({ type, data, lastEventId });
      source.onmessage = keep;
      source.addEventListener('sold', keep);
    `);
    await waitFor(() => news.subscribers === 1);
    news.publish({ data: 'a\r\nb\rc\n' });
    news.publish({ comment: 'nobody sees it' });
    news.publish({ data: { id: 7 }, event: 'sold', id: 'é-7' });
    news.publish({ data: '' });
    news.publish({ data: ' x', id: '' });
    await waitFor(async () => (await page.evaluate<number>('received.length')) === 4);
    expect(await page.evaluate('received')).toEqual([
      { type: 'message', data: 'a\nb\nc\n', lastEventId: '' },
      { type: 'sold', data: '{"id":7}', lastEventId: 'é-7' },
      { type: 'message', data: '', lastEventId: 'é-7' },
      { type: 'message', data: ' x', lastEventId: '' },
    ]);
    await page.evaluate('source.close()');
    await waitFor(() => news.subscribers === 0);
  });

  it('reconnects after the end, with the id of the last event', async () => {
    ids.length = 0;
    await page.evaluate(`window.source = new EventSource('/short')`);
    await waitFor(() => ids.length >= 3);
    await page.evaluate('source.close()');
    expect(ids.slice(0, 3)).toEqual([null, '1', '2']);
  });

  it('reconnects after a restart of the server, and misses no event', async () => {
    await page.evaluate(`
      window.received = [];
      window.source = new EventSource('/news');
      source.onmessage = ({ data }) => received.push(data);
    `);
    await waitFor(() => news.subscribers === 1);
    news.publish({ data: 'before', id: 'b' });
    await waitFor(async () => (await page.evaluate<number>('received.length')) === 1);
    const { port } = server;
    await server.close();
    news.publish({ data: 'meanwhile', id: 'm' });
    server = await serve(app, { port });
    await waitFor(async () => (await page.evaluate<number>('received.length')) === 2);
    expect(await page.evaluate('received')).toEqual(['before', 'meanwhile']);
    await page.evaluate('source.close()');
  });
});
