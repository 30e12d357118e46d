import { afterEach, describe, expect, it } from '@jest/globals';
import { fromFetchHandler } from '@mortise/fetch';
import { connectRequest, createApp, fromConnect, text } from 'mortise';
import { overSocket, type TestClient } from 'mortise/testing';
import { implementations } from '../../../tooling/testing/implementations.js';
import { httpCache } from './index.js';

const clients: TestClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

describe.each(implementations)('httpCache({ type: "public" }) with %s', (_, factories) => {
  const app = createApp({ factories });
  app.get('/seen', (_request, response) => text(response, 'for all'));
  app.get('/member', (request, response) =>
    text(response, `for ${connectRequest(request).headers.cookie}`),
  );
  app.mount(
    '/web',
    fromFetchHandler(({ headers, url }) => {
      const own = url.endsWith('/own') ? { 'Cache-Control': 'public, max-age=5' } : {};
      return new Response(`for ${headers.get('Cookie')}`, { headers: own });
    }),
  );
  app.add(fromConnect((req, res) => res.end(`for ${req.headers.cookie}`), { path: '/connect' }));
  app.add(
    fromConnect((_req, res, next) => {
      res.setHeader('X-Frame-Options', 'DENY');
      next();
    }),
  );
  app.add(httpCache({ type: 'public', maxAge: 60 }));

  async function caching(path: string, headers = {}) {
    const client = overSocket(app);
    clients.push(client);
    const response = await client.get(path, { headers });
    return [response.getHeaderLine('Cache-Control'), response.getHeaderLine('Vary')];
  }

  it.each([
    ['a mounted fetch handler', '/web'],
    ['a Connect-style handler', '/connect'],
    ['a handler that reads what a Connect-style handler has set', '/member'],
  ])('leaves the response of %s to a request with cookies private', async (_code, path) => {
    expect(await caching(path, { Cookie: 'user=ada' })).toEqual(['private, max-age=60', 'Cookie']);
    expect(await caching(path)).toEqual(['public, max-age=60', '']);
  });

  it('keeps the Cache-Control of a mounted handler', async () => {
    const own = ['public, max-age=5', ''];
    expect(await caching('/web/own', { Cookie: 'user=ada' })).toEqual(own);
  });

  it('makes the response of a handler public whose request passed Connect-style middleware', async () => {
    expect(await caching('/seen', { Cookie: 'user=ada' })).toEqual(['public, max-age=60', '']);
  });
});
