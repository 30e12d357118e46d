import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp, json, serve, type ServeOptions, type ServerHandle } from './index.js';
import { RouteContext } from './slim/index.js';

const running: ServerHandle[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

/** What a route sees of a request for a path, and the URLs that it makes. */
async function seen(path: string, options: Partial<ServeOptions>, basePath = '', headers = {}) {
  const app = createApp().setBasePath(basePath);
  app
    .get('/books/{id}', (request, response) => {
      const uri = request.getUri();
      const urls = RouteContext.fromRequest(request).getRouteParser();
      return json(response, {
        basePath: uri.getBasePath(),
        path: uri.getPath(),
        url: urls.urlFor('book', { id: '2' }, { page: 3 }),
        relative: urls.relativeUrlFor('book', { id: '2' }),
        full: urls.fullUrlFor(uri.withHost('h.test').withPort(null), 'book', { id: '2' }),
      });
    })
    .setName('book');
  const server = await serve(app, { port: 0, closeTimeout: 200, ...options });
  running.push(server);
  const answer = await fetch(server.url + path, { headers });
  return answer.status === 200 ? await answer.json() : answer.status;
}

describe('an application mounted below a path, over a socket', () => {
  it('has URLs that begin with the base path of the adapter', async () => {
    expect(await seen('/app/books/1', { basePath: '/app' })).toEqual({
      basePath: '/app',
      path: '/books/1',
      url: '/app/books/2?page=3',
      relative: '/books/2',
      full: 'http://h.test/app/books/2',
    });
  });

  it('has URLs that begin with the prefix that a trusted proxy has removed', async () => {
    const trusting = { trustProxy: ['127.0.0.1'], trustPrefix: true };
    const headers = { 'X-Forwarded-Prefix': '/outer' };
    expect(await seen('/books/1', trusting, '', headers)).toMatchObject({
      basePath: '/outer',
      path: '/books/1',
      url: '/outer/books/2?page=3',
      full: 'http://h.test/outer/books/2',
    });
  });

  it('keeps the prefix of setBasePath in the path, after the base path', async () => {
    expect(await seen('/app/v1/books/1', { basePath: '/app' }, '/v1')).toEqual({
      basePath: '/app',
      path: '/v1/books/1',
      url: '/app/v1/books/2?page=3',
      relative: '/books/2',
      full: 'http://h.test/app/v1/books/2',
    });
  });

  it('has URLs without a base path at the top', async () => {
    expect(await seen('/books/1', {})).toMatchObject({
      basePath: '',
      url: '/books/2?page=3',
      full: 'http://h.test/books/2',
    });
  });

  it('responds with 400 to a broken escape below its base path, and with 404 elsewhere', async () => {
    expect(await seen('/app/books/%zz', { basePath: '/app' })).toBe(400);
    expect(await seen('/books/1', { basePath: '/app' })).toBe(404);
  });

  it('serves its own base path like "/"', async () => {
    const app = createApp();
    app.get('/', (_request, response) => json(response, 'home'));
    const server = await serve(app, { port: 0, closeTimeout: 200, basePath: '/app' });
    running.push(server);
    for (const path of ['/app', '/app/']) {
      expect(await (await fetch(server.url + path)).json()).toBe('home');
    }
  });
});
