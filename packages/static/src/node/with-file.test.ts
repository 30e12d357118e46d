import { readlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { createSite, MODIFIED, openFilesBelow } from '../../test/site.js';
import { withFile, withFileDownload } from './index.js';

const site = createSite({ 'a.txt': '0123456789', 'folder/b.txt': '' });
afterAll(site.remove);
const path = join(site.root, 'a.txt');

describe.each(implementations)('withFile with %s', (_, factories) => {
  const request = factories.createServerRequest('GET', '/');
  const response = factories.createResponse();

  it('adds a file to a response, and keeps its headers', async () => {
    const typed = response.withHeader('Content-Type', 'text/csv').withHeader('X-A', '1');
    const sent = await withFile(request, typed, path, { factories });
    expect(sent.getHeaderLine('Content-Type')).toBe('text/csv');
    expect(sent.getHeaderLine('X-A')).toBe('1');
    expect(await sent.getBody().text()).toBe('0123456789');
  });

  it('keeps the type of the response, such as that of `respond` in an endpoint', async () => {
    const described = response as typeof response & { readonly described?: true };
    const whole: typeof described = await withFile(request, described, path, { factories });
    const saved: typeof described = await withFileDownload(request, described, path, { factories });
    expect([whole.getStatusCode(), saved.getStatusCode()]).toEqual([200, 200]);
  });

  it('replaces the body of the response by that of an empty file', async () => {
    const written = response.withBody(factories.createStream('x'));
    const empty = join(site.root, 'folder/b.txt');
    const sent = await withFile(request, written, empty, { factories });
    expect([sent.getHeaderLine('Content-Length'), await sent.getBody().text()]).toEqual(['0', '']);
  });

  it('sends ranges, and 304', async () => {
    const part = await withFile(request.withHeader('Range', 'bytes=-2'), response, path, {
      factories,
    });
    expect([part.getStatusCode(), await part.getBody().text()]).toEqual([206, '89']);
    const tag = part.getHeader('ETag');
    const again = await withFile(request.withHeader('If-None-Match', tag), response, path, {
      factories,
    });
    expect(again.getStatusCode()).toBe(304);
  });

  it.each<[string, string]>([
    ['Range', 'bytes=0-1'],
    ['If-None-Match', '*'],
    ['If-Modified-Since', 'Thu, 01 Jan 2099 00:00:00 GMT'],
    ['If-Match', '"other"'],
    ['If-Unmodified-Since', 'Sat, 01 Jan 1994 00:00:00 GMT'],
  ])('sends the whole page of a 404 to a request with %s: %s', async (name, value) => {
    const missing = response.withStatus(404);
    const sent = await withFile(request.withHeader(name, value), missing, path, { factories });
    expect([sent.getStatusCode(), await sent.getBody().text()]).toEqual([404, '0123456789']);
    const headers = ['ETag', 'Last-Modified', 'Accept-Ranges'];
    expect(headers.filter((header) => sent.hasHeader(header))).toEqual([]);
  });

  it('sends the whole file for several ranges if the response has a coding, because only parts would be coded', async () => {
    const coded = response.withHeader('Content-Encoding', 'gzip');
    const seen = async (range: string) => {
      const sent = await withFile(request.withHeader('Range', range), coded, path, { factories });
      return [sent.getStatusCode(), await sent.getBody().text()];
    };
    expect(await seen('bytes=0-1, 5-6')).toEqual([200, '0123456789']);
    expect(await seen('bytes=0-1')).toEqual([206, '01']);
  });

  it('sends no Last-Modified in the future (RFC 9110 8.8.2.1)', async () => {
    const made = createSite({ 'a.txt': 'a' });
    const future = Date.now() / 1000 + 86_400;
    utimesSync(join(made.root, 'a.txt'), future, future);
    const sent = await withFile(request, response, join(made.root, 'a.txt'), { factories });
    made.remove();
    expect(Date.parse(sent.getHeaderLine('Last-Modified'))).toBeLessThanOrEqual(Date.now());
    expect(await sent.getBody().text()).toBe('a');
  });

  it('describes each of several ranges by the type of the response', async () => {
    const typed = response.withHeader('Content-Type', 'text/csv');
    const ranged = request.withHeader('Range', 'bytes=0-1,5-6');
    const sent = await withFile(ranged, typed, path, { factories });
    const types = (await sent.getBody().text()).match(/^Content-Type: .*$/gm);
    expect(types).toEqual(['Content-Type: text/csv', 'Content-Type: text/csv']);
  });

  it('has a strong tag only if configured, and only once the file is two seconds old', async () => {
    const tagOf = async (options: object) =>
      (await withFile(request, response, path, { factories, ...options })).getHeaderLine('ETag');
    const now = () => MODIFIED.getTime() + 2000;
    expect(await tagOf({})).toMatch(/^W\/"/);
    expect(await tagOf({ strongTags: true })).toMatch(/^"/);
    expect(await tagOf({ strongTags: true, now })).toMatch(/^W\/"/);
    const saved = await withFileDownload(request, response, path, { factories, strongTags: true });
    expect(saved.getHeaderLine('ETag')).toMatch(/^"/);
  });

  it('finds a file below the working directory, and its type by its extension', async () => {
    const sent = await withFile(request, response, 'package.json', { factories });
    expect(JSON.parse(await sent.getBody().text())).toHaveProperty('scripts');
    expect(sent.getHeaderLine('Content-Type')).toBe('application/json');
  });

  it.each(['none.txt', 'folder', 'a.txt/b', 'a\0.txt'])('refuses %j with 404', async (name) => {
    await expect(
      withFile(request, response, join(site.root, name), { factories }),
    ).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      status: 404,
    });
  });

  it.each<[string, object]>([
    ['factories', { factories: null }],
    ['factories', { factories: {} }],
    ['factories', { factories: { ...factories, createStreamFromResource: null } }],
    ['strongTags', { factories, strongTags: 'yes' }],
    ['now', { factories, now: 7 }],
    ['filename', { factories, filename: 'b.txt' }],
  ])('refuses the option %s of %j', async (option, options) => {
    for (const send of [withFile, withFileDownload]) {
      await expect(send(request, response, path, options as never)).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: `${send.name}.${option}`,
      });
    }
  });

  it.each([undefined, {}])('sends with the options %j, as a download too', async (options) => {
    for (const send of [withFile, withFileDownload]) {
      const sent = await send(request, response, path, options);
      expect(await sent.getBody().text()).toBe('0123456789');
    }
  });

  it.each([
    ['stored', 'report.pdf', 'application/pdf'],
    ['stored', 'page.html', 'text/html; charset=utf-8'],
    ['stored.upload', 'report.pdf', 'application/pdf'],
    ['stored.css', 'report.pdf', 'text/css; charset=utf-8'],
    ['stored', 'report', 'application/octet-stream'],
    ['stored', undefined, 'application/octet-stream'],
  ])('sends the download %s with the name %j as %s', async (stored, name, type) => {
    site.write(stored, 'stored');
    const options = name === undefined ? { factories } : { factories, name };
    const sent = await withFileDownload(request, response, join(site.root, stored), options);
    expect(sent.getHeaderLine('Content-Type')).toBe(type);
    await sent.getBody().text();
    const own = response.withHeader('Content-Type', 'a/b');
    const kept = await withFileDownload(request, own, join(site.root, stored), options);
    expect(kept.getHeaderLine('Content-Type')).toBe('a/b');
    await kept.getBody().text();
  });

  it('leaves no file open if the clock throws', async () => {
    const now = () => {
      throw new Error('no clock');
    };
    await expect(withFile(request, response, path, { now })).rejects.toThrow('no clock');
    await waitFor(() => (openFilesBelow(site.root, readlinkSync) ?? 0) === 0);
  });

  it.each(['', ' '])('refuses the empty name %j for a download', async (name) => {
    await expect(
      withFileDownload(request, response, path, { factories, name }),
    ).rejects.toMatchObject({ code: 'OPTION_INVALID', option: 'withFileDownload.name' });
  });

  it('sets the file name for downloads', async () => {
    const plain = await withFileDownload(request, response, path, { factories });
    expect(plain.getHeaderLine('Content-Disposition')).toBe('attachment; filename="a.txt"');
    const named = await withFileDownload(request, response, path, { factories, name: 'é.txt' });
    expect(named.getHeaderLine('Content-Disposition')).toBe(
      `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt`,
    );
    expect(await named.getBody().text()).toBe('0123456789');
  });
});
