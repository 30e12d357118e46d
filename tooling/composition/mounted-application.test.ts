/** An application below a prefix of another: what a client sees through every adapter. */
import { describe, expect, it } from '@jest/globals';
import { fromFetchHandler } from '@mortise/fetch';
import { etag } from '@mortise/http-cache';
import {
  type AppInterface,
  createApp,
  httpError,
  type HttpFactoriesInterface,
  json,
  type ResponseInterface,
  text,
  urlFor,
} from 'mortise';
import { nodeImplementations } from '../testing/implementations.js';
import { adapters } from './adapters.js';

/** What the inner application answers, and the header that a layer of the outer one adds to each response. */
function mounted(factories: HttpFactoriesInterface): AppInterface {
  const inner = createApp({ factories });
  const user = inner.get('/users/{id}', (request, response, { id }): ResponseInterface => {
    const base = request.getUri().getBasePath();
    return json(response, [base, id, urlFor(request, user, { id: 'x y' })]);
  });
  inner.post('/echo', async (request, response) => text(response, await request.getBody().text()));
  inner.get('/fails', () => {
    throw httpError(409, 'taken');
  });
  const outer = createApp({ factories });
  outer.add(async (request, handler) => (await handler.handle(request)).withHeader('X-Outer', '1'));
  outer.add(etag());
  outer.get('/users/{id}', (_request, response) => text(response, 'outer'));
  outer.group('/v1', (group) => void group.mount('/admin', inner));
  return outer;
}

describe.each(adapters)('an application that is mounted, over %s', (_adapter, ask) => {
  describe.each(nodeImplementations)('on %s', (_name, factories) => {
    const answer = async (method: string, path: string, body?: string) => {
      const app = mounted(factories);
      const sent = { method, path, headers: {}, ...(body !== undefined && { body }) };
      const { status, headers, body: received } = await ask(app, sent);
      return { status, allow: headers.allow, outer: headers['x-outer'], text: String(received) };
    };

    it.each([
      ['/v1/admin/users/7', '7'],
      ['/v1/%61dmin/users/7', '7'],
      ['/v1/admin/users/a%2Fb', 'a/b'],
    ])('reaches its route at %s, with URLs below the prefix', async (path, id) => {
      const found = JSON.stringify(['/v1/admin', id, '/v1/admin/users/x%20y']);
      expect(await answer('GET', path)).toEqual({ status: 200, outer: '1', text: found });
    });

    it('reads the body, and answers HEAD and OPTIONS', async () => {
      expect(await answer('POST', '/v1/admin/echo', 'sent')).toMatchObject({
        status: 200,
        text: 'sent',
      });
      expect(await answer('HEAD', '/v1/admin/users/7')).toMatchObject({ status: 200, text: '' });
      expect(await answer('OPTIONS', '/v1/admin/users/7')).toEqual({
        ...{ status: 204, allow: 'GET, HEAD', outer: '1', text: '' },
      });
    });

    it('has the same ETag for HEAD as for GET', async () => {
      const tagOf = async (method: string) => {
        const sent = { method, path: '/v1/admin/users/7', headers: {} };
        return (await ask(mounted(factories), sent)).headers['etag'];
      };
      const tag = await tagOf('GET');
      expect(tag).toMatch(/^"/);
      expect(await tagOf('HEAD')).toBe(tag);
    });

    it('answers its own errors inside the outer layers', async () => {
      expect(await answer('GET', '/v1/admin/none')).toMatchObject({ status: 404, outer: '1' });
      expect(await answer('GET', '/v1/admin/fails')).toMatchObject({ status: 409, outer: '1' });
      expect(await answer('PUT', '/v1/admin/users/7')).toMatchObject({
        ...{ status: 405, allow: 'GET, HEAD', outer: '1' },
      });
    });

    it('leaves the other routes of the outer application alone', async () => {
      expect(await answer('GET', '/users/7')).toMatchObject({ status: 200, text: 'outer' });
      expect(await answer('GET', '/v1/administrator')).toMatchObject({ status: 404, outer: '1' });
    });
  });
});

describe.each(adapters)('a fetch handler that is mounted, over %s', (_adapter, ask) => {
  describe.each(nodeImplementations)('on %s', (_name, factories) => {
    it.each([
      ['/v1/lib', '/v1/lib'],
      ['/v1/lib/', '/v1/lib/'],
      ['/v1/lib?a=%20', '/v1/lib?a=%20'],
      ['/v1/lib//', '/v1/lib//'],
      ['/v1/%6cib', '/v1/lib'],
      ['/v1/lib/a%20b', '/v1/lib/a%20b'],
    ])('sees %s, without a slash that the client did not send', async (path, seen) => {
      const inner = createApp({ factories });
      const urlOf = (request: Request) => new Response(request.url.replace(/^http:..[^/]+/, ''));
      inner.mount('/lib', fromFetchHandler(urlOf));
      const app = createApp({ factories });
      app.mount('/v1', inner);
      const { body } = await ask(app, { method: 'GET', path, headers: {} });
      expect(String(body)).toBe(seen);
    });
  });
});
