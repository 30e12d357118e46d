import { join } from 'node:path';
import { readlinkSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { factories } from '@mortise/message';
import { createSite, openFilesBelow } from '../../test/site.js';
import { staticFiles, type StaticOptions } from './index.js';

describe('which files stay in memory', () => {
  const environment = process.env['NODE_ENV'];
  let site: ReturnType<typeof createSite>;
  beforeEach(() => {
    site = createSite({ 'a.txt': '0123456789' });
  });
  afterEach(() => {
    site.remove();
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
  });

  /** Whether a file that was sent is sent again after it was removed. */
  async function isKept(options: Partial<StaticOptions>): Promise<boolean> {
    const layer = staticFiles({ root: site.root, factories, ...options });
    const inner = factories.createResponse(404);
    const send = async () => {
      const request = factories.createServerRequest('GET', 'http://a.example/a.txt');
      const response = await layer.process(request, { handle: () => inner });
      return response === inner ? null : response.getBody().text();
    };
    expect(await send()).toBe('0123456789');
    rmSync(join(site.root, 'a.txt'));
    return (await send()) === '0123456789';
  }

  it('a file of exactly the maximum is kept', async () => {
    expect(await isKept({ memoryCache: { maxFileBytes: 10, revalidateAfter: 60_000 } })).toBe(true);
  });

  it('a larger file is not', async () => {
    expect(await isKept({ memoryCache: { maxFileBytes: 9, revalidateAfter: 60_000 } })).toBe(false);
  });

  it('closes a file that it keeps', async () => {
    const layer = staticFiles({ root: site.root, factories, memoryCache: {} });
    const request = factories.createServerRequest('GET', 'http://a.example/a.txt');
    await layer.process(request, { handle: () => factories.createResponse(404) });
    expect(openFilesBelow(site.root, readlinkSync) ?? 0).toBe(0);
  });

  it.each([
    ['production', true],
    ['development', false],
    ['test', false],
  ])('without the option, in %s: %p', async (name, kept) => {
    process.env['NODE_ENV'] = name;
    expect(await isKept({ now: () => 0 })).toBe(kept);
  });
});

describe.each(['br', 'zstd', 'gzip'] as const)('a compressed file in memory (%s)', (coding) => {
  const extension = { br: '.br', zstd: '.zst', gzip: '.gz' }[coding];
  const site = createSite({ 'app.js': 'plain', [`app.js${extension}`]: 'compressed' });
  afterAll(site.remove);

  const ofOriginal = [coding, 'text/javascript; charset=utf-8', 'compressed'];
  const ofItself = ['', expect.not.stringContaining('javascript'), 'compressed'];

  it.each([
    ['it was sent for its original', ['/app.js', `/app.js${extension}`, '/app.js']],
    ['it was sent by its own name', [`/app.js${extension}`, '/app.js', `/app.js${extension}`]],
  ])('is what it is without a cache, after %s', async (_, paths) => {
    const options = { root: site.root, precompressed: [coding], memoryCache: {} };
    const layer = staticFiles({ ...options, factories });
    for (const path of paths) {
      const request = factories
        .createServerRequest('GET', `http://a.example${path}`)
        .withHeader('Accept-Encoding', coding);
      const response = await layer.process(request, {
        handle: () => factories.createResponse(404),
      });
      const names = ['Content-Encoding', 'Content-Type'];
      const head = names.map((name) => response.getHeaderLine(name));
      expect([...head, await response.getBody().text()]).toEqual(
        path === '/app.js' ? ofOriginal : ofItself,
      );
    }
  });
});
