import { readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { staticWith } from '../../test/static-with.js';
import { createSite, openFilesBelow } from '../../test/site.js';
import { staticFiles, type StaticOptions } from './index.js';

type Options = Partial<StaticOptions>;
type Headers = Readonly<Record<string, string>>;

const LARGE = 'x'.repeat(300_000);
const site = createSite({
  'index.html': '<p>home</p>',
  'a.txt': '0123456789',
  'large.bin': LARGE,
  '64-kib.bin': 'x'.repeat(65_536),
  'more.bin': 'x'.repeat(65_537),
  'linked/a.txt': '',
  'empty.txt': '',
  'docs/index.html': '<p>docs</p>',
  'empty-folder/.keep': '',
  'app.js': 'plain',
  'assets/app.0123abcd.js': 'hashed',
  '.env': 'SECRET=1',
  '.well-known/security.txt': 'contact',
  'a b/é.txt': 'accent',
});
beforeAll(() => {
  site.link('inside.txt', 'a.txt');
  site.link('outside.txt', '../secret.txt');
  site.link('outside', '..');
  site.link('loop.txt', 'loop.txt');
  site.link('linked/index.html', '../../secret.txt');
  site.write('../public-too/secret.txt', 'secret');
  site.link('beside.txt', '../public-too/secret.txt');
});
afterAll(site.remove);

describe.each(implementations)('staticFiles with %s', (_, factories) => {
  const { get, passed, statusOf, textOf } = staticWith(site.root, factories);

  it('sends a file with its type, length, time and tag', async () => {
    const response = await get('/a.txt');
    expect(await response.getBody().text()).toBe('0123456789');
    expect(response.getHeaderLine('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(response.getHeaderLine('Last-Modified')).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
    expect(response.getHeaderLine('ETag')).toMatch(/^W\/"a-[\da-z]+"$/);
    expect(response.getHeaderLine('Cache-Control')).toBe('public, max-age=0');
    expect(response.getHeaderLine('Accept-Ranges')).toBe('bytes');
    expect(response.hasHeader('Vary')).toBe(false);
  });

  it('streams a large file, with its length', async () => {
    const response = await get('/large.bin');
    expect(response.getHeader('Content-Length')).toEqual([String(LARGE.length)]);
    expect(response.getBody().inMemory()).toBeNull();
    expect(await response.getBody().text()).toBe(LARGE);
    await waitFor(() => openFiles() === 0);
  });

  it('sends a file of 64 KiB in one piece with its length, and streams a larger one', async () => {
    const sent = async (path: string) => {
      const response = await get(path);
      const isWhole = response.getBody().inMemory() !== null;
      return [isWhole, (await response.getBody().text()).length];
    };
    expect(await sent('/64-kib.bin')).toEqual([true, 65_536]);
    expect(await sent('/more.bin')).toEqual([false, 65_537]);
  });

  it('does not redirect to a folder whose index is outside the root', async () => {
    expect(await passed('/linked')).toBe(true);
    expect(await passed('/linked/')).toBe(true);
    expect((await get('/linked', { symlinks: true })).getStatusCode()).toBe(308);
  });

  it.each([
    ['/', '<p>home</p>'],
    ['/docs/', '<p>docs</p>'],
    ['/empty.txt', ''],
    ['/a%20b/%C3%A9.txt', 'accent'],
    ['/%61.txt', '0123456789'],
    ['/.well-known/security.txt', 'contact'],
    ['/inside.txt', '0123456789'],
  ])('sends %s', async (path, text) => {
    expect(await textOf(path)).toBe(text);
  });

  it.each([
    '/none.txt',
    '/docs/none.txt',
    '/a.txt/',
    '/a.txt/b',
    '/empty-folder/',
    '/empty-folder',
    '/.env',
    '/outside.txt',
    '/outside/secret.txt',
    '/beside.txt',
    '/loop.txt',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/a.txt%00',
    `/${'a'.repeat(300)}`,
    '//a.txt',
  ])('passes %s on', async (path) => {
    expect(await passed(path)).toBe(true);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'get'])(
    'passes %s on, without a promise',
    (method) => {
      const request = factories.createServerRequest(method, '/a.txt');
      const inner = factories.createResponse(204);
      const layer = staticFiles({ root: site.root, factories });
      expect(layer.process(request, { handle: () => inner })).toBe(inner);
    },
  );

  it('responds to HEAD with the headers of GET, and opens no body', async () => {
    const [head, whole] = await Promise.all([get('/large.bin', {}, {}, 'HEAD'), get('/large.bin')]);
    expect(head.getHeaders()).toEqual(whole.getHeaders());
    expect(await head.getBody().text()).toBe('');
    whole.getBody().close();
  });

  it('redirects to a folder with an index by 308, keeping the query', async () => {
    const response = await get('/docs?a=1');
    expect([response.getStatusCode(), response.getHeaderLine('Location')]).toEqual([
      308,
      '/docs/?a=1',
    ]);
    expect(await passed('/docs', { index: false })).toBe(true);
    expect(await passed('/docs/', { index: false })).toBe(true);
    expect(await textOf('/a.txt', { index: false })).toBe('0123456789');
  });

  it('redirects to a path of this host, also below a base path that looks like another', async () => {
    const request = factories.createServerRequest('GET', 'http://a.example/docs');
    const uri = request.getUri().withBasePath('//evil.example');
    const response = await staticFiles({ root: site.root, factories }).process(
      request.withUri(uri),
      { handle: () => factories.createResponse(404) },
    );
    expect(response.getHeader('Location')).toEqual(['/evil.example/docs/']);
  });

  it('serves only paths below its prefix', async () => {
    const options = { prefix: '/static' };
    expect(await textOf('/static/a.txt', options)).toBe('0123456789');
    expect((await get('/static', options)).getHeaderLine('Location')).toBe('/static/');
    for (const path of ['/a.txt', '/statica.txt', '/static%2fa.txt', '/static//a.txt']) {
      expect(await passed(path, options)).toBe(true);
    }
  });

  it('serves dot files, and links that lead out of the folder, if configured', async () => {
    expect(await textOf('/.env', { dotfiles: true })).toBe('SECRET=1');
    expect(await textOf('/outside.txt', { symlinks: true })).toBe('secret');
    expect(await passed('/../secret.txt', { symlinks: true, dotfiles: true })).toBe(true);
  });

  it('sets Cache-Control as configured', async () => {
    const of = async (path: string, options: Options) =>
      (await get(path, options)).getHeaderLine('Cache-Control');
    expect(await of('/a.txt', { cacheControl: 'no-cache' })).toBe('no-cache');
    expect(await of('/a.txt', { cacheControl: '' })).toBe('');
    const cacheControl: StaticOptions['cacheControl'] = (request, path) =>
      `max-age=${request.getMethod().length + path.length}`;
    expect(await of('/docs/', { cacheControl })).toBe('max-age=19');
    const immutable = /\.[\da-f]{8}\.js$/;
    expect(await of('/assets/app.0123abcd.js', { immutable })).toBe(
      'public, max-age=31536000, immutable',
    );
    expect(await of('/app.js', { immutable })).toBe('public, max-age=0');
    for (const other of ['no-cache', '', () => 'no-cache']) {
      const given = { immutable, cacheControl: other };
      expect(await of('/assets/app.0123abcd.js', given)).toMatch('immutable');
      expect(await of('/app.js', given)).toBe(other === '' ? '' : 'no-cache');
    }
  });

  describe('of conditional requests', () => {
    it('responds with 304 by tag and by date, and closes the file', async () => {
      const etag = (await get('/large.bin', {}, {}, 'HEAD')).getHeaderLine('ETag');
      const status = (headers: Headers) => statusOf('/large.bin', {}, headers);
      expect(await status({ 'If-None-Match': etag })).toBe(304);
      expect(await status({ 'If-Modified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' })).toBe(304);
      expect(await status({ 'If-None-Match': etag, Range: 'bytes=0-1' })).toBe(304);
      await waitFor(() => openFiles() === 0);
    });

    it('describes no body with 304', async () => {
      const etag = (await get('/large.bin', {}, {}, 'HEAD')).getHeaderLine('ETag');
      const response = await get('/large.bin', {}, { 'If-None-Match': etag });
      const names = Object.keys(response.getHeaders()).sort();
      expect(names).toEqual(['Cache-Control', 'ETag']);
    });

    it('refuses a file that If-Match does not name with 412', async () => {
      await expect(get('/large.bin', {}, { 'If-Match': '"x"' })).rejects.toMatchObject({
        code: 'PRECONDITION_FAILED',
        status: 412,
      });
      await waitFor(() => openFiles() === 0);
    });
  });

  describe('that are kept in memory', () => {
    it('notices a change after the configured time, not before', async () => {
      let time = 0;
      const layer = staticFiles({ root: site.root, factories, memoryCache: {}, now: () => time });
      const text = async () => {
        const response = await layer.process(factories.createServerRequest('GET', '/kept.txt'), {
          handle: () => factories.createResponse(404),
        });
        return `${response.getStatusCode()} ${await response.getBody().text()}`;
      };
      site.write('kept.txt', 'one');
      expect(await text()).toBe('200 one');
      site.write('kept.txt', 'three');
      time = 999;
      expect(await text()).toBe('200 one');
      time = 1000;
      expect(await text()).toBe('200 three');
      rmSync(join(site.root, 'kept.txt'));
      time = 1999;
      expect(await text()).toBe('200 three');
      time = 2000;
      expect(await text()).toBe('404 ');
    });

    it('are not read again while they are unchanged', async () => {
      let time = Date.now() + 3000;
      const layer = staticFiles({ root: site.root, factories, memoryCache: {}, now: () => time });
      const bytes = async () => {
        const response = await layer.process(factories.createServerRequest('GET', '/a.txt'), {
          handle: () => factories.createResponse(404),
        });
        return response.getBody().inMemory() as Uint8Array;
      };
      const first = await bytes();
      time += 1000;
      expect((await bytes()).buffer).toBe(first.buffer);
      time += 10_000;
      const again = await bytes();
      expect(again.buffer).not.toBe(first.buffer);
      expect(again).toEqual(first);
    });

    it('sends one range, several ranges and HEAD from memory', async () => {
      const layer = staticFiles({ root: site.root, factories, memoryCache: {} });
      const ask = async (method: string, range: string) => {
        const request = factories.createServerRequest(method, '/a.txt').withHeader('Range', range);
        const response = await layer.process(request, {
          handle: () => factories.createResponse(404),
        });
        const text = await response.getBody().text();
        return [response.getStatusCode(), response.getHeaderLine('Content-Length'), text.length];
      };
      await ask('GET', '');
      expect(await ask('GET', 'bytes=0-3')).toEqual([206, '4', 4]);
      const [status, length, size] = await ask('GET', 'bytes=0-1,5-6');
      expect([status, Number(length)]).toEqual([206, size]);
      expect(await ask('HEAD', '')).toEqual([200, '10', 0]);
    });
  });
});

function openFiles(): number {
  return openFilesBelow(site.root, readlinkSync) ?? 0;
}
