import { describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { toFetchHandler } from '@mortise/fetch';
import type { ServerRequestInterface } from '@mortise/http-message';
import { factories } from '@mortise/message';
import { createApp } from 'mortise';
import { overSocket } from 'mortise/testing';
import { cors } from '../src/index.js';

const APP = 'https://app.example';
const PREFLIGHT = { Origin: APP, 'Access-Control-Request-Method': 'PUT' };

function bookshop() {
  const app = createApp({ logger: { error: () => undefined, info: () => undefined } });
  app.get('/books', (_request, response) => response);
  app.put('/books', (_request, response) => response);
  app.post('/fail', () => {
    throw new Error('out of paper');
  });
  app.addErrorMiddleware();
  const methods = (request: ServerRequestInterface) =>
    app.getRouteCollector().methodsFor(request.getUri().getPath());
  app.add(cors({ origins: [APP], methods, factories: app.factories }));
  return app;
}

describe('cors around an application, over a socket', () => {
  it('answers a preflight with the methods of the path', async () => {
    const client = overSocket(bookshop());
    try {
      const response = await client.request('OPTIONS', '/books', { headers: PREFLIGHT });
      expect(response.getStatusCode()).toBe(204);
      expect(response.getHeaderLine('Access-Control-Allow-Methods')).toBe('GET, HEAD, PUT');
    } finally {
      await client.close();
    }
  });

  it.each<[string, string, number]>([
    ['GET', '/books', 200],
    ['GET', '/none', 404],
    ['DELETE', '/books', 405],
    ['POST', '/fail', 500],
  ])('has its headers on the response to %s %s, a %d', async (method, path, status) => {
    const client = overSocket(bookshop());
    try {
      const response = await client.request(method, path, { headers: { Origin: APP } });
      expect(response.getStatusCode()).toBe(status);
      expect(response.getHeaderLine('Access-Control-Allow-Origin')).toBe(APP);
      expect(response.getHeaderLine('Vary')).toBe('Origin');
    } finally {
      await client.close();
    }
  });

  it('has its headers on the 404 to the preflight of an unknown path', async () => {
    const client = overSocket(bookshop());
    try {
      const response = await client.request('OPTIONS', '/none', { headers: PREFLIGHT });
      expect(response.getStatusCode()).toBe(404);
      expect(response.getHeaderLine('Access-Control-Allow-Origin')).toBe(APP);
    } finally {
      await client.close();
    }
  });
});

describe('cors elsewhere', () => {
  it('runs in variant A', async () => {
    const app = createVariantA({ factories });
    app.get('/books', (_request, response) => response);
    app.add(singlePass(cors({ origins: [APP], factories })));
    const request = factories.createServerRequest('GET', '/books').withHeader('Origin', APP);
    const response = await app.handle(request);
    expect(response.getHeaderLine('Access-Control-Allow-Origin')).toBe(APP);
  });

  it('runs in a fetch handler', async () => {
    const handler = toFetchHandler(bookshop(), { factories });
    const request = new Request('http://api.example/books', { method: 'OPTIONS' });
    // The platform's own Request drops these names; a server passes them.
    const sent = new Proxy(request, {
      get: (target, name) =>
        name === 'headers'
          ? new Headers(PREFLIGHT)
          : (Reflect.get(target, name, target) as unknown),
    });
    const response = await handler(sent);
    expect([response.status, response.headers.get('Access-Control-Allow-Methods')]).toEqual([
      204,
      'GET, HEAD, PUT',
    ]);
  });
});
