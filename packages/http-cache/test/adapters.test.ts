import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import { factories } from '@mortise/message';
import { createApp, text } from 'mortise';
import { overSocket } from 'mortise/testing';
import { assertPrecondition, etag, httpCache } from '../src/index.js';

function bookshop() {
  let title = 'Emma';
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.get('/book', (_request, response) => text(response, title));
  app.put('/book', async (request, response) => {
    assertPrecondition(request, { etag: `"${title}"` }, { required: true });
    title = await request.getBody().text();
    return response.withStatus(204);
  });
  app.addErrorMiddleware();
  app.add(etag());
  app.add(httpCache({ factories: app.factories }));
  return app;
}

describe('httpCache and etag around an application, over a socket', () => {
  it('respond to GET and HEAD with the tag of the response with 304, without a body', async () => {
    const client = overSocket(bookshop());
    try {
      const first = await client.get('/book');
      const headers = { 'If-None-Match': first.getHeader('ETag') };
      for (const method of ['GET', 'HEAD']) {
        const response = await client.request(method, '/book', { headers });
        expect([response.getStatusCode(), await response.getBody().text()]).toEqual([304, '']);
        expect(response.getHeader('ETag')).toEqual(first.getHeader('ETag'));
        expect(response.hasHeader('Content-Type')).toBe(false);
      }
    } finally {
      await client.close();
    }
  });

  it('refuse a conflicting update before the write', async () => {
    const client = overSocket(bookshop());
    const put = (body: string, headers = {}) => client.put('/book', { body, headers });
    try {
      expect((await put('Persuasion')).getStatusCode()).toBe(428);
      const own = { 'If-Match': '"Emma"' };
      expect((await put('Persuasion', own)).getStatusCode()).toBe(204);
      const late = await put('Sanditon', own);
      expect([late.getStatusCode(), await late.getBody().text()]).toEqual([
        412,
        expect.stringContaining('412'),
      ]);
      expect(await (await client.get('/book')).getBody().text()).toBe('Persuasion');
    } finally {
      await client.close();
    }
  });
});

describe('httpCache elsewhere', () => {
  it('runs in variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/', (_request, response) => response.withHeader('ETag', '"a"'));
    app.add(singlePass(httpCache({ factories })));
    const request = factories.createServerRequest('GET', '/').withHeader('If-None-Match', '"a"');
    expect((await app.handle(request)).getStatusCode()).toBe(304);
  });

  it('runs in a fetch handler', async () => {
    const handler = toFetchHandler(bookshop(), { factories });
    const first = await handler(new Request('http://a.example/book'));
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const second = await handler(new Request('http://a.example/book', { headers }));
    expect([second.status, await second.text()]).toEqual([304, '']);
  });
});
