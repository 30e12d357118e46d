import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { staticWith } from '../../test/static-with.js';
import { createSite } from '../../test/site.js';
import { staticFiles } from './index.js';

const site = createSite({
  'app.js': 'plain',
  'app.js.br': 'brotli',
  'app.js.gz': 'gzipped',
  'app.js.zst': 'zstandard',
  'style.css': 'plain',
  'style.css.gz': 'gzipped',
  'same.js': 'four',
  'same.js.br': 'fuor',
  'folder.js': 'plain',
  'folder.js.br/a.txt': '',
});
afterAll(site.remove);

describe.each(implementations)('precompressed files of staticFiles with %s', (_, factories) => {
  const { get } = staticWith(site.root, factories);

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
  ])('sends with Accept-Encoding %j for %s the coding %j', async (accepted, path, coding, text) => {
    const response = await get(path, { precompressed }, { 'Accept-Encoding': accepted });
    expect([response.getHeaderLine('Content-Encoding'), await response.getBody().text()]).toEqual([
      coding,
      text,
    ]);
    expect(response.getHeaderLine('Content-Type')).toMatch(
      /^text\/(?:javascript|css); charset=utf-8$/,
    );
    expect(response.getHeader('Vary')).toEqual(['Accept-Encoding']);
  });

  it.each([
    ['br, zstd, gzip', 'zstd', 'zstandard'],
    ['br, gzip', 'br', 'brotli'],
    ['zstd;q=0.5, gzip', 'gzip', 'gzipped'],
  ])(
    'prefers the first of its own codings for Accept-Encoding %j',
    async (accepted, coding, text) => {
      const options = { precompressed: ['zstd', 'br', 'gzip'] as const };
      const response = await get('/app.js', options, { 'Accept-Encoding': accepted });
      expect([response.getHeaderLine('Content-Encoding'), await response.getBody().text()]).toEqual(
        [coding, text],
      );
    },
  );

  it.each(['br', 'gzip', 'identity'])(
    'sends the whole in %s for a range with a date, which all codings have, and a part with the tag',
    async (coding) => {
      const options = { precompressed, strongTags: true };
      const accepted = { 'Accept-Encoding': coding };
      const whole = await get('/app.js', options, accepted);
      const [tag, date] = ['ETag', 'Last-Modified'].map((name) => whole.getHeaderLine(name));
      const text = await whole.getBody().text();
      const rest = async (name: string, value = '') => {
        const headers = { ...accepted, Range: 'bytes=1-', [name]: value };
        const response = await get('/app.js', options, headers);
        return [response.getStatusCode(), await response.getBody().text()];
      };
      expect(await rest('If-Range', tag)).toEqual([206, text.slice(1)]);
      expect(await rest('If-Range', date)).toEqual([200, text]);
      expect(await rest('If-Unmodified-Since', date)).toEqual([200, text]);
      expect(await rest('X-None')).toEqual([206, text.slice(1)]);
    },
  );

  it('sends one range of a coded file, and for several the whole file, because clients decode a body as a whole', async () => {
    const part = (range: string) =>
      get('/app.js', { precompressed }, { 'Accept-Encoding': 'gzip', Range: range });
    const seen = async (range: string) => {
      const response = await part(range);
      const names = ['Content-Encoding', 'Content-Range', 'Content-Type'];
      const fields = names.map((name) => response.getHeaderLine(name));
      return [response.getStatusCode(), await response.getBody().text(), ...fields];
    };
    const type = 'text/javascript; charset=utf-8';
    expect(await seen('bytes=0-2')).toEqual([206, 'gzi', 'gzip', 'bytes 0-2/7', type]);
    expect(await seen('bytes=0-2, 2-3')).toEqual([206, 'gzip', 'gzip', 'bytes 0-3/7', type]);
    expect(await seen('bytes=0-0, 6-6')).toEqual([200, 'gzipped', 'gzip', '', type]);
  });

  it.each([
    ['a second older', 1, 'brotli'],
    ['exactly as old as copying can make it', 2, 'brotli'],
    ['older: the original was changed since', 3, 'plain'],
  ])('sends a compressed file that is %s or not', async (_age, seconds, text) => {
    const made = createSite({ 'app.js': 'plain', 'app.js.br': 'brotli' });
    const time = 1_700_000_000;
    utimesSync(join(made.root, 'app.js'), time, time);
    utimesSync(join(made.root, 'app.js.br'), time - seconds, time - seconds);
    for (const memoryCache of [false, {}] as const) {
      const options = { precompressed, memoryCache };
      const response = await staticWith(made.root, factories).get('/app.js', options, {
        'Accept-Encoding': 'br',
      });
      expect(await response.getBody().text()).toBe(text);
    }
    made.remove();
  });

  it('sends no compressed file whose original was deleted', async () => {
    const made = createSite({ 'gone.js.br': 'brotli' });
    const response = await staticWith(made.root, factories).get(
      '/gone.js',
      { precompressed },
      {
        'Accept-Encoding': 'br',
      },
    );
    expect(await response.getBody().text()).not.toBe('brotli');
    made.remove();
  });

  it('sends the file itself if a folder has the name of its coding', async () => {
    const response = await get('/folder.js', { precompressed }, { 'Accept-Encoding': 'br' });
    expect([response.getStatusCode(), await response.getBody().text()]).toEqual([200, 'plain']);
  });

  it('keeps each coding of a file in memory', async () => {
    const layer = staticFiles({ root: site.root, factories, precompressed, memoryCache: {} });
    const textOf = async (coding: string) => {
      const request = factories.createServerRequest('GET', '/app.js');
      const accepting = request.withHeader('Accept-Encoding', coding);
      const response = await layer.process(accepting, { handle: () => factories.createResponse() });
      return response.getBody().text();
    };
    const texts = [];
    for (const coding of ['br', 'identity', 'gzip', 'br', 'identity', 'gzip']) {
      texts.push(await textOf(coding));
    }
    const each = ['brotli', 'plain', 'gzipped'];
    expect(texts).toEqual([...each, ...each]);
  });

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
