import { readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { implementations } from '../../test/implementations.js';
import { staticWith } from '../../test/static-with.js';
import { createSite, MODIFIED, openFilesBelow } from '../../test/site.js';
import { staticFiles, type StaticOptions } from './index.js';

type Options = Partial<StaticOptions>;
type Headers = Readonly<Record<string, string>>;

const LARGE = 'x'.repeat(300_000);
const site = createSite({
  'index.html': '<p>home</p>',
  'a.txt': '0123456789',
  'large.bin': LARGE,
  'empty.txt': '',
  'docs/index.html': '<p>docs</p>',
  'empty-folder/.keep': '',
  'app.js': 'plain',
  'app.js.br': 'brotli',
  'app.js.gz': 'gzipped',
  'style.css': 'plain',
  'style.css.gz': 'gzipped',
  'same.js': 'four',
  'same.js.br': 'fuor',
  'assets/app.0123abcd.js': 'hashed',
  '.env': 'SECRET=1',
  '.well-known/security.txt': 'contact',
  'a b/é.txt': 'accent',
});
beforeAll(() => {
  site.link('inside.txt', 'a.txt');
  site.link('outside.txt', '../secret.txt');
  site.link('outside', '..');
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
  });

  describe('of precompressed files', () => {
    const precompressed = ['br', 'gzip'] as const;

    it.each([
      ['gzip, deflate, br, zstd', '/app.js', 'br', 'brotli'],
      ['gzip', '/app.js', 'gzip', 'gzipped'],
      ['gzip, br', '/style.css', 'gzip', 'gzipped'],
      ['br;q=0, *', '/app.js', 'gzip', 'gzipped'],
      ['identity, br;q=0.5', '/app.js', '', 'plain'],
      ['identity;q=0', '/app.js', '', 'plain'],
      ['zstd', '/app.js', '', 'plain'],
      ['', '/app.js', '', 'plain'],
    ])(
      'sends with Accept-Encoding %j for %s the coding %j',
      async (accepted, path, coding, text) => {
        const response = await get(path, { precompressed }, { 'Accept-Encoding': accepted });
        expect([
          response.getHeaderLine('Content-Encoding'),
          await response.getBody().text(),
        ]).toEqual([coding, text]);
        expect(response.getHeaderLine('Content-Type')).toMatch(
          /^text\/(?:javascript|css); charset=utf-8$/,
        );
        expect(response.getHeader('Vary')).toEqual(['Accept-Encoding']);
      },
    );

    it('has a different tag for each coding, and sends Vary with 304', async () => {
      const tags = await Promise.all(
        ['br', 'gzip', 'identity'].map(async (coding) => {
          const headers = { 'Accept-Encoding': coding };
          return (await get('/app.js', { precompressed }, headers)).getHeaderLine('ETag');
        }),
      );
      expect(new Set(tags).size).toBe(3);
      const headers = { 'Accept-Encoding': 'br', 'If-None-Match': tags[0] ?? '' };
      const response = await get('/app.js', { precompressed }, headers);
      expect([response.getStatusCode(), response.getHeaderLine('Vary')]).toEqual([
        304,
        'Accept-Encoding',
      ]);
      expect(response.hasHeader('Content-Encoding')).toBe(false);
    });

    it('has another tag for a coding of the same size and time', async () => {
      const [plain, coded] = await Promise.all(
        ['identity', 'br'].map((coding) =>
          get('/same.js', { precompressed }, { 'Accept-Encoding': coding }),
        ),
      );
      expect(coded?.getHeaderLine('Content-Encoding')).toBe('br');
      expect(coded?.getHeaderLine('ETag')).not.toBe(plain?.getHeaderLine('ETag'));
    });

    it('sends ranges of the coded bytes', async () => {
      const headers = { 'Accept-Encoding': 'br', Range: 'bytes=1-3' };
      const response = await get('/app.js', { precompressed }, headers);
      expect([response.getHeaderLine('Content-Range'), await response.getBody().text()]).toEqual([
        'bytes 1-3/6',
        'rot',
      ]);
    });
  });

  describe('of ranges', () => {
    it.each([
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=8-', '89', 'bytes 8-9/10'],
      ['bytes=0-100', '0123456789', 'bytes 0-9/10'],
      ['bytes=-100', '0123456789', 'bytes 0-9/10'],
      ['bytes=2-3,4-5', '2345', 'bytes 2-5/10'],
    ])('sends %s as 206', async (range, text, described) => {
      const response = await get('/a.txt', {}, { Range: range });
      expect(response.getStatusCode()).toBe(206);
      expect(response.getHeaderLine('Content-Range')).toBe(described);
      expect(await response.getBody().text()).toBe(text);
    });

    it('sends a range of a large file', async () => {
      const response = await get('/large.bin', {}, { Range: 'bytes=10-299990' });
      expect(response.getHeader('Content-Length')).toEqual(['299981']);
      expect((await response.getBody().text()).length).toBe(299_981);
      await waitFor(() => openFiles() === 0);
    });

    it('sends several as multipart/byteranges, with the exact Content-Length', async () => {
      const response = await get('/a.txt', {}, { Range: 'bytes=0-1,5-6' });
      expect(response.getStatusCode()).toBe(206);
      const [, boundary = ''] =
        /^multipart\/byteranges; boundary=(\S+)$/.exec(response.getHeaderLine('Content-Type')) ??
        [];
      const text = await response.getBody().text();
      const type = 'Content-Type: text/plain; charset=utf-8';
      expect(text).toBe(
        [
          '',
          `--${boundary}`,
          type,
          'Content-Range: bytes 0-1/10',
          '',
          '01',
          `--${boundary}`,
          type,
          'Content-Range: bytes 5-6/10',
          '',
          '56',
          `--${boundary}--`,
          '',
        ].join('\r\n'),
      );
      expect(response.getHeaderLine('Content-Length')).toBe(String(text.length));
      expect(response.hasHeader('Content-Range')).toBe(false);
    });

    it.each(['bytes=9-4', 'lines=1-2', 'bytes=a', `bytes=${'0-0,2-2,'.repeat(6)}`])(
      'ignores %j',
      async (range) => {
        expect(await statusOf('/a.txt', {}, { Range: range })).toBe(200);
      },
    );

    it('refuses a range outside the file with 416 and the size', async () => {
      await expect(get('/a.txt', {}, { Range: 'bytes=10-' })).rejects.toMatchObject({
        code: 'RANGE_NOT_SATISFIABLE',
        status: 416,
        headers: { 'Content-Range': 'bytes */10' },
      });
      await waitFor(() => openFiles() === 0);
    });

    it('ignores ranges of HEAD', async () => {
      expect((await get('/a.txt', {}, { Range: 'bytes=0-1' }, 'HEAD')).getStatusCode()).toBe(200);
    });

    it('resumes by a strong tag or the date, if tags are strong', async () => {
      const options = { strongTags: true };
      const etag = (await get('/a.txt', options)).getHeaderLine('ETag');
      expect(etag).toMatch(/^"/);
      const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
      const status = (value: string, given: Options) =>
        statusOf('/a.txt', given, { Range: 'bytes=0-1', 'If-Range': value });
      expect(await status(etag, options)).toBe(206);
      expect(await status(date, options)).toBe(206);
      expect(await status(`W/${etag}`, options)).toBe(200);
      expect(await status('"other"', options)).toBe(200);
      expect(await status('Sun, 06 Nov 1994 08:49:38 GMT', options)).toBe(200);
      expect(await status(`W/${etag}`, {})).toBe(200);
      expect(await status(date, {})).toBe(200);
    });

    it('has no strong tag for a file that has just been changed', async () => {
      const at = async (after: number) => {
        const now = () => MODIFIED.getTime() + after;
        return (await get('/a.txt', { strongTags: true, now }))
          .getHeaderLine('ETag')
          .startsWith('"');
      };
      expect([await at(2000), await at(2001)]).toEqual([false, true]);
    });
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
      const layer = staticFiles({ root: site.root, factories, keep: {}, now: () => time });
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

    it('sends one range, several ranges and HEAD from memory', async () => {
      const layer = staticFiles({ root: site.root, factories, keep: {} });
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

  it('closes a file whose body is closed unread', async () => {
    await waitFor(() => openFiles() === 0);
    const response = await get('/large.bin');
    expect(openFiles()).toBe(1);
    response.getBody().close();
    await waitFor(() => openFiles() === 0);
  });

  it('closes a file at the end of the request if its body was never closed', async () => {
    await waitFor(() => openFiles() === 0);
    const request = factories.createServerRequest('GET', '/large.bin');
    await staticFiles({ root: site.root, factories }).process(request, {
      handle: () => factories.createResponse(404),
    });
    expect(openFiles()).toBe(1);
    await request.getLifetime().end();
    await waitFor(() => openFiles() === 0);
  });
});

function openFiles(): number {
  return openFilesBelow(site.root, readlinkSync) ?? 0;
}
