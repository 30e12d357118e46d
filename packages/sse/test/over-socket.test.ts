import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createApp, serve } from 'mortise';
import { waitFor, waitForEvent } from '../../../tooling/testing/wait-for.js';
import { channel, type ChannelInterface, eventStream, lastEventId } from '../src/index.js';
import { contentOf, soon } from './content-of.js';
import { implementations } from '../../../tooling/testing/implementations.js';

function newsServer(factories: HttpFactoriesInterface, news: ChannelInterface) {
  const app = createApp({ factories });
  app.get('/news', (request, response) =>
    eventStream(request, response, news.subscribe(lastEventId(request)), { factories }),
  );
  return app;
}

describe.each(implementations)('eventStream over a socket with %s', (_name, factories) => {
  it('sends each event before the next is available', async () => {
    const news = channel();
    const server = await serve(newsServer(factories, news), { port: 0 });
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}/news`);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      const chunk = async () => Buffer.from((await soon(reader.read())).value ?? []).toString();
      expect(await chunk()).toBe(':\n\n');
      for (let count = 0; count < 5; count++) {
        news.publish({ data: String(count) });
        expect(await chunk()).toBe(`data: ${count}\n\n`);
      }
      news.close();
      expect((await soon(reader.read())).done).toBe(true);
    } finally {
      await server.close();
    }
  });

  it('removes the subscriber when the client disconnects', async () => {
    const news = channel();
    const server = await serve(newsServer(factories, news), { port: 0, onError: () => undefined });
    try {
      const socket = connect(server.port, '127.0.0.1');
      socket.write('GET /news HTTP/1.1\r\nHost: a\r\n\r\n');
      await waitForEvent('the first bytes', once(socket, 'data'));
      expect(news.subscribers).toBe(1);
      socket.destroy();
      await waitFor(() => news.subscribers === 0);
    } finally {
      await server.close();
    }
  });

  it('ends completely when the server closes, and does not delay closing', async () => {
    const news = channel();
    const server = await serve(newsServer(factories, news), { port: 0 });
    const response = await fetch(`http://127.0.0.1:${server.port}/news`);
    const text = response.text();
    await waitFor(() => news.subscribers === 1);
    await waitForEvent('the server to close', server.close());
    expect(await soon(text)).toBe(':\n\n');
    expect(news.subscribers).toBe(0);
  });

  it('drops a client that reads nothing, and buffers only its events', async () => {
    const news = channel({ maxWaiting: 10 });
    const server = await serve(newsServer(factories, news), { port: 0, onError: () => undefined });
    try {
      const socket = connect(server.port, '127.0.0.1');
      socket.write('GET /news HTTP/1.1\r\nHost: a\r\n\r\n');
      await waitForEvent('the first bytes', once(socket, 'data'));
      socket.pause();
      const event = { data: 'x'.repeat(64 * 1024) };
      await waitFor(() => {
        news.publish(event);
        return news.subscribers === 0;
      });
      socket.destroy();
    } finally {
      await server.close();
    }
  });
});

describe('eventStream elsewhere', () => {
  it('runs in variant A', async () => {
    const news = channel();
    const app = createVariantA({ factories });
    app.get('/news', (request, response) =>
      response.withBody(eventStream(request, response, news.subscribe(), { factories }).getBody()),
    );
    const request = factories.createServerRequest('GET', '/news');
    const response = await app.handle(request);
    news.publish({ data: 'a' });
    news.close();
    expect(await contentOf(response.getBody())).toBe(':\n\ndata: a\n\n');
    await request.getLifetime().end();
  });

  it('runs in a fetch handler, and ends when its client disconnects', async () => {
    const news = channel();
    const handler = toFetchHandler(newsServer(factories, news), { factories });
    const response = await handler(new Request('http://a.example/news'));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await soon(reader.read())).value ?? []).toString()).toBe(':\n\n');
    expect(news.subscribers).toBe(1);
    await reader.cancel();
    await waitFor(() => news.subscribers === 0);
  });
});
