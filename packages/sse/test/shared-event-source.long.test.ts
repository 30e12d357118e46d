import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createApp, html, serve, type ServerHandle } from 'mortise';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, withChromium } from '../../../tooling/testing/chromium.js';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { browserModule } from '../src/browser/index.js';
import { channel, type ChannelInterface, eventStream, lastEventId } from '../src/index.js';

const on = withChromium('SharedEventSource');

/** A page that keeps the events which it gets, after the one that its address names. */
const PAGE = `<!doctype html><title>page</title><script type="module" nonce="n">
import { SharedEventSource } from '/shared-event-source.js';
window.received = [];
const lastEventId = new URLSearchParams(location.search).get('last') ?? undefined;
window.source = new SharedEventSource('/news', { events: ['sold'], lastEventId });
source.addEventListener('sold', ({ data, lastEventId }) => received.push(data + ' ' + lastEventId));
</script>`;
const POLICY = "default-src 'none'; script-src 'self' 'nonce-n'; connect-src 'self'";

on('SharedEventSource in Chromium', () => {
  let news: ChannelInterface;
  let refusals = 0;
  let server: ServerHandle;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    const app = createApp();
    app.get('/', (_request, response) =>
      html(response.withHeader('Content-Security-Policy', POLICY), PAGE),
    );
    app.get('/shared-event-source.js', browserModule);
    app.get('/news', (request, response) => {
      if (refusals-- > 0) return response.withStatus(503);
      return eventStream(request, response, news.subscribe(lastEventId(request)), { retry: 10 });
    });
    server = await serve(app, { port: 0 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    refusals = 0;
    news = channel({ history: 50 });
    context = await browser.newContext({ baseURL: `http://localhost:${server.port}` });
  });
  afterEach(async () => {
    await context.close();
    news.close();
  });

  const publish = (id: string) => {
    news.publish({ event: 'sold', data: `book ${id}`, id });
  };
  const opened = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  const look = (page: Page, isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));`);
  const receives = async (page: Page, ...ids: string[]) => {
    const wanted = ids.map((id) => `book ${id} ${id}`);
    await waitFor(async () => (await page.evaluate<string[]>('received')).length >= ids.length);
    expect(await page.evaluate('received')).toEqual(wanted);
  };

  it('gives eight visible pages each event once, of a browser that opens six connections', async () => {
    publish('1');
    const pages: Page[] = [];
    for (let count = 0; count < 8; count++) pages.push(await opened('/?last=1'));
    publish('2');
    publish('3');
    for (const page of pages) await receives(page, '2', '3');
  });

  it('gives a page that is opened later what it does not show', async () => {
    publish('1');
    const first = await opened('/?last=1');
    for (const id of ['2', '3', '4']) publish(id);
    await receives(first, '2', '3', '4');
    await receives(await opened('/?last=2'), '3', '4');
    const last = await opened('/?last=4');
    publish('5');
    await receives(last, '5');
  });

  it('goes on in another page when the one with the connection is closed', async () => {
    publish('1');
    const first = await opened('/?last=1');
    await waitFor(() => news.subscribers === 1);
    const second = await opened('/?last=1');
    publish('2');
    for (const page of [first, second]) await receives(page, '2');
    await first.close();
    publish('3');
    await receives(second, '2', '3');
  });

  it('gives a page nothing that is older than it, when another page gets the connection', async () => {
    publish('1');
    const first = await opened('/?last=1');
    await waitFor(() => news.subscribers === 1);
    const second = await opened('/?last=1');
    publish('2');
    for (const page of [first, second]) await receives(page, '2');
    const third = await opened('/?last=2');
    publish('3');
    await receives(third, '3');
    await first.close();
    publish('4');
    await receives(second, '2', '3', '4');
    await receives(third, '3', '4');
  });

  it('has no connection while all pages are hidden, and gives them what they have missed', async () => {
    publish('1');
    const pages = [await opened('/?last=1'), await opened('/?last=1')];
    publish('2');
    for (const page of pages) await receives(page, '2');
    for (const page of pages) await look(page, true);
    await waitFor(() => news.subscribers === 0);
    publish('3');
    for (const page of pages.toReversed()) {
      await look(page, false);
      await receives(page, '2', '3');
    }
  });

  it('opens a connection of its own if the other page does not know its last event', async () => {
    publish('1');
    publish('2');
    await opened('/?last=2');
    await waitFor(() => news.subscribers === 1);
    const older = await opened('/?last=1');
    await receives(older, '2');
    publish('3');
    await receives(older, '2', '3');
  });

  it('is an EventSource without Web Locks', async () => {
    await context.addInitScript(`Object.defineProperty(navigator, 'locks', { value: undefined })`);
    publish('1');
    const page = await opened('/?last=1');
    publish('2');
    await receives(page, '2');
    await page.evaluate('source.close()');
    await waitFor(() => news.subscribers === 0);
  });

  it('tries again after a response that an EventSource takes for the end', async () => {
    publish('1');
    refusals = 1;
    const page = await opened('/?last=1');
    publish('2');
    await receives(page, '2');
    expect(refusals).toBeLessThan(0);
  });

  it('gives events without a name if none are listed', async () => {
    const page = await opened('/');
    await page.evaluate(`import('/shared-event-source.js').then(({ SharedEventSource }) => {
      window.unnamed = new SharedEventSource('/news');
      unnamed.addEventListener('message', ({ data }) => received.push(data));
    })`);
    await waitFor(() => news.subscribers === 2);
    news.publish({ data: 'unnamed', id: '1' });
    await waitFor(async () => (await page.evaluate<string[]>('received')).length > 0);
    expect(await page.evaluate('received')).toEqual(['unnamed']);
  });

  it('hears nothing of other pages after it was closed', async () => {
    publish('1');
    const first = await opened('/?last=1');
    const closed = await opened('/?last=1');
    publish('2');
    await receives(closed, '2');
    await closed.evaluate('source.close()');
    publish('3');
    await receives(first, '2', '3');
    // Asks the first page, which tells all pages what it has.
    const last = await opened('/?last=2');
    publish('4');
    await receives(last, '3', '4');
    expect(await closed.evaluate('received')).toEqual(['book 2 2']);
  });

  it('gives nothing after it was closed', async () => {
    publish('1');
    const page = await opened('/?last=1');
    await waitFor(() => news.subscribers === 1);
    await page.evaluate('source.close()');
    await waitFor(() => news.subscribers === 0);
  });
});
