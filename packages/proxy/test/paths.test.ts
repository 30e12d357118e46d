/** Which path of which host is requested from the target. */
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServeOptions } from 'mortise';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { proxy, type ProxyOptions } from '../src/index.js';
import { hasDotSegment, receivedPathOf } from '../src/forwarded-path.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { closeServers, codeOf, send, served, upstream } from './served.js';

afterEach(closeServers);

describe.each(implementations)('with %s', (_, factories) => {
  async function proxied(
    base = '',
    options: Partial<ProxyOptions> = {},
    serve: Partial<ServeOptions> = {},
  ) {
    const urls: unknown[] = [];
    const target = await upstream((incoming, outgoing) => {
      urls.push(incoming.url);
      outgoing.end();
    });
    const server = await served({ target: target + base, ...options }, factories, serve);
    return { ...server, urls };
  }

  it('forwards path and query as received', async () => {
    const { url, urls } = await proxied();
    const paths = [
      '/',
      '/a//b/?',
      '/%7Ea/%2f%C3%A9',
      '/a?b=/../c&d',
      '//evil.example/a',
      '/a%20b;c=d?%00',
    ];
    for (const path of paths) await send(url, path);
    expect(urls).toEqual(paths);
  });

  it('puts the path of the target in front', async () => {
    const { url, urls } = await proxied('/base/');
    await send(url, '/a?b');
    expect(urls).toEqual(['/base/a?b']);
  });

  it('forwards the rewritten path with the query as received', async () => {
    const { url, urls } = await proxied('', { rewrite: (path) => path.replace(/^\/api/, '') });
    for (const path of ['/api/books?a=%2F', '/api', '/api?a']) await send(url, path);
    expect(urls).toEqual(['/books?a=%2F', '/', '/?a']);
  });

  it.each<[string, Partial<ServeOptions>, string, Record<string, string>]>([
    ['of the server', { basePath: '/m' }, '/m/a?b', {}],
    [
      'that a trusted proxy has removed',
      { trustProxy: ['127.0.0.1'], trustPrefix: true },
      '/a?b',
      { 'X-Forwarded-Prefix': '/m' },
    ],
  ])('passes the base path %s to rewrite, and forwards it', async (_what, serve, path, headers) => {
    const rewritten: string[] = [];
    const rewrite = (given: string) => {
      rewritten.push(given);
      return given;
    };
    const { url, urls } = await proxied('', { rewrite }, serve);
    await send(url, path, { headers });
    expect([rewritten, urls]).toEqual([['/m/a'], ['/m/a?b']]);
  });

  it.each([
    ...[
      'books',
      '/a b',
      '/a?b',
      '/a#b',
      null,
      '/\u00e9',
      '/\u0085x',
      '/\u65e5',
      '/a\\b',
      '/%zz',
      '/%2',
    ],
    ...['/a|b', '/\0', '/<x>'],
  ])('is 500 if rewrite returns %j', async (path) => {
    const { url, urls } = await proxied('', { rewrite: () => path as string });
    expect((await send(url, '/')).status).toBe(500);
    const handler = proxy({ target: url, rewrite: () => path as string });
    const handled = (async () => handler.handle(factories.createServerRequest('GET', '/')))();
    await expect(handled).rejects.toMatchObject({ option: 'proxy.rewrite' });
    await handler.close();
    expect(urls).toEqual([]);
  });

  it('forwards what the client has not encoded, encoded only for rewrite', async () => {
    const paths = ['/api/a|b', '/api/{x}', '/other/a|b'];
    const { url, urls } = await proxied();
    for (const path of paths) await send(url, path);
    expect(urls).toEqual(paths);
    const rewrite: ProxyOptions['rewrite'] = (path) => path.replace(/^\/api/, '/new');
    const rewritten = await proxied('', { rewrite });
    for (const path of paths) await send(rewritten.url, path);
    expect(rewritten.urls).toEqual(['/new/a%7Cb', '/new/%7Bx%7D', '/other/a%7Cb']);
  });

  it.each([
    ['/api/secret', '/public/secret'],
    ['/%61pi/secret', '/public/secret'],
    ['/a%70%69/s%65cret', '/public/secret'],
    ['/%61%70%69', '/public'],
    ['/%61pi?a=%61', '/public?a=%61'],
    ['/%61pi/%40x/%7Ey', '/public/@x/~y'],
    ['/%61pi/a%2fb%3f%23%25%5c%5B', '/public/a%2Fb%3F%23%25%5C%5B'],
    ['/%61pi/%c3%a9', '/public/%C3%A9'],
    ['/api%2fsecret', '/public%2Fsecret'],
  ])('gives rewrite the one spelling of %s: it forwards %s', async (path, forwarded) => {
    const rewrite: ProxyOptions['rewrite'] = (given) => given.replace(/^\/api/, '/public');
    const { url, urls } = await proxied('', { rewrite });
    await send(url, path);
    expect(urls).toEqual([forwarded]);
  });

  it('refuses for rewrite a path that has no such spelling', async () => {
    const { url } = await proxied('', { rewrite: (path) => path });
    const handler = proxy({ target: url, rewrite: (path) => path });
    for (const path of ['/%zz', '/%00', '/%E9', '/a\\b']) {
      const request = factories.createServerRequest('GET', '/').withRequestTarget(path);
      const handled = (async () => handler.handle(request))();
      await expect(handled).rejects.toMatchObject({ code: 'PROXY_PATH_INVALID', status: 400 });
    }
    await handler.close();
  });

  it.each([
    '/../admin',
    '/%2e%2E/admin',
    '/a/..%2fadmin',
    '/a/.',
    '//x../admin',
    '//x%2e',
    '/a/..%3b/admin',
    '/a/%2e.%3Bx=y/admin',
    '//x..%3b/admin',
  ])('refuses dot segments, as received and as rewritten: %s', async (path) => {
    const { url, urls } = await proxied('/base', {
      rewrite: (given) => given.replace('/x', '/'),
    });
    const response = await send(url, path);
    expect([response.status, codeOf(response)]).toEqual([400, 'PROXY_PATH_INVALID']);
    expect(urls).toEqual([]);
  });

  it.each(['/a/..;/admin', '/a/..%3b/admin', '/a/%2e.%3Bx=y/admin', '/a/..%3Fb', '/a/..%23b'])(
    'refuses dot segments that others follow, without a rewrite: %s',
    async (path) => {
      const { url, urls } = await proxied();
      const response = await send(url, path);
      expect([response.status, codeOf(response)]).toEqual([400, 'PROXY_PATH_INVALID']);
      expect(urls).toEqual([]);
    },
  );

  it('never takes the host from the request', async () => {
    const { port, urls } = await proxied();
    const client = connect(port, '127.0.0.1');
    let heard = '';
    client.on('data', (bytes) => (heard += bytes.toString()));
    client.write(
      `GET http://a.example/x?y HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-Host: b\r\n\r\n`,
    );
    await waitFor(() => heard.startsWith('HTTP/1.1 200'));
    client.destroy();
    expect(urls).toEqual(['/x?y']);
  });
});

describe('receivedPathOf', () => {
  it.each([
    ['http://a.example', { path: '/', query: '' }],
    ['HTTPS://a.example?b', { path: '/', query: '?b' }],
    ['http://user@a.example/b?c', { path: '/b', query: '?c' }],
    ['/a?b?c', { path: '/a', query: '?b?c' }],
  ])('splits %s', (target, parts) => {
    expect(receivedPathOf(target)).toEqual(parts);
  });

  it.each(['*', 'a.example:443', ''])('refuses %j', (target) => {
    expect(() => receivedPathOf(target)).toThrow(
      expect.objectContaining({ code: 'PROXY_PATH_INVALID', status: 400 }),
    );
  });
});

describe('hasDotSegment', () => {
  it.each([
    '/..',
    '/a/../b',
    '/.',
    '/%2e',
    '/.%2E/',
    '/a%2f..',
    '/a\\..\\b',
    '/a%5C%2e%2e',
    '/..;a=b/c',
    '/.;',
    '/..%3ba=b/c',
    '/%2e%2E%3B/c',
    '/a/.%3b',
    '/a%5c..%3b',
    '/a/..#',
    '/a/..%23',
    '/a/..%3Fb',
  ])('is true for %s', (path) => {
    expect(hasDotSegment(path)).toBe(true);
  });
  it.each([
    '/',
    '/...',
    '/.a',
    '/a..',
    '/..a',
    '/%2e%2e%2e',
    '/a.b/;.',
    '/a..%3b/b',
    '/...%3b',
    '/a%3b..',
  ])('is false for %s', (path) => {
    expect(hasDotSegment(path)).toBe(false);
  });
});
