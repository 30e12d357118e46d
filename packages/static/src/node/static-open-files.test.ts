import { readlinkSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../../../tooling/testing/wait-for.js';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createSite, openFilesBelow } from '../../test/site.js';
import { staticWith } from '../../test/static-with.js';
import { staticFiles, type StaticOptions } from './index.js';

const site = createSite({
  'large.bin': 'x'.repeat(300_000),
  'docs/index.html': '',
});
afterAll(site.remove);

describe.each(implementations)('the open files of staticFiles with %s', (_, factories) => {
  const { get } = staticWith(site.root, factories);

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

  it('leaves no file open when it redirects to a folder, or sends a small file or no body', async () => {
    await waitFor(() => openFiles() === 0);
    expect((await get('/docs')).getStatusCode()).toBe(308);
    await get('/docs/');
    await get('/large.bin', {}, {}, 'HEAD');
    await waitFor(() => openFiles() === 0);
  });

  it.each<[string, Partial<StaticOptions>]>([
    ['cacheControl throws', { cacheControl: failing }],
    ['cacheControl returns nothing', { cacheControl: () => undefined as never }],
    ['cacheControl returns a line break', { cacheControl: () => 'no-cache\r\nX: y' }],
    ['the clock throws', { now: failing }],
    ['the factories throw', { factories: { ...factories, createResponse: failing } }],
  ])('leaves no file open if %s', async (_name, options) => {
    await waitFor(() => openFiles() === 0);
    await expect(get('/large.bin', options)).rejects.toThrow();
    await waitFor(() => openFiles() === 0);
  });

  it.each([undefined, 7, 'no-cache\r\nX: y'])(
    'names the option cacheControl if its function returns %j',
    async (value) => {
      await expect(get('/docs/', { cacheControl: () => value as never })).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        option: 'staticFiles.cacheControl',
      });
    },
  );
});

function failing(): never {
  throw new Error('it failed');
}

function openFiles(): number {
  return openFilesBelow(site.root, readlinkSync) ?? 0;
}
