import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { staticWith } from '../../test/static-with.js';
import { createSite, MODIFIED, openFilesBelow } from '../../test/site.js';
import { type StaticOptions, withFile } from './index.js';

type Options = Partial<StaticOptions>;

const LARGE = 'x'.repeat(300_000);
const site = createSite({ 'a.txt': '0123456789', 'large.bin': LARGE });
afterAll(site.remove);

describe.each(implementations)('ranges of staticFiles with %s', (_, factories) => {
  const { get, statusOf } = staticWith(site.root, factories);

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
      /^multipart\/byteranges; boundary=(\S+)$/.exec(response.getHeaderLine('Content-Type')) ?? [];
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

  it('writes a type beyond ASCII among several ranges as its header has it, with the exact length', async () => {
    const type = 'text/x; a="\u00e9"';
    const typed = factories.createResponse().withHeader('Content-Type', type);
    const request = factories.createServerRequest('GET', '/').withHeader('Range', 'bytes=0-1,5-6');
    const sent = await withFile(request, typed, join(site.root, 'a.txt'), { factories });
    const bytes = Buffer.from(await sent.getBody().getContents());
    expect(bytes.toString('latin1').split(`Content-Type: ${type}\r\n`)).toHaveLength(3);
    expect(sent.getHeaderLine('Content-Length')).toBe(String(bytes.length));
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
    expect(await status('', options)).toBe(200);
    expect(await status('Sun, 06 Nov 1994 08:49:38 GMT', options)).toBe(200);
    expect(await status(`W/${etag}`, {})).toBe(200);
    expect(await status(date, {})).toBe(200);
  });

  it('has no strong tag for a file that has just been changed', async () => {
    const at = async (after: number) => {
      const now = () => MODIFIED.getTime() + after;
      return (await get('/a.txt', { strongTags: true, now })).getHeaderLine('ETag').startsWith('"');
    };
    expect([await at(2000), await at(2001)]).toEqual([false, true]);
  });
});

function openFiles(): number {
  return openFilesBelow(site.root, readlinkSync) ?? 0;
}
