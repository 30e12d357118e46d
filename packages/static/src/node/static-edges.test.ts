import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { implementations } from '../../../../tooling/testing/implementations.js';
import { createSite } from '../../test/site.js';
import { staticWith } from '../../test/static-with.js';
import { staticFiles } from './index.js';

const site = createSite({ 'nested/index.html/index.html': 'inner' });
afterAll(site.remove);

describe.each(implementations)('staticFiles with %s', (_, factories) => {
  it('passes a folder on whose index is a folder, even if that has an index', async () => {
    const { get, passed } = staticWith(site.root, factories);
    expect(await passed('/nested/')).toBe(true);
    expect((await get('/nested/index.html')).getHeaderLine('Location')).toBe('/nested/index.html/');
  });

  it('has the same strong tag in 200 and 304 for a file that is old by the clock of its options', async () => {
    writeFileSync(join(site.root, 'fresh.txt'), 'new');
    const time = Date.now() + 60_000;
    const layer = staticFiles({ root: site.root, factories, strongTags: true, now: () => time });
    const ask = async (tag: string) => {
      const request = factories.createServerRequest('GET', '/fresh.txt');
      const response = await layer.process(request.withHeader('If-None-Match', tag), {
        handle: () => factories.createResponse(404),
      });
      await response.getBody().text();
      return [response.getStatusCode(), response.getHeaderLine('ETag')];
    };
    const [status, tag] = await ask('"other"');
    expect([status, tag]).toEqual([200, expect.stringMatching(/^"/)]);
    expect(await ask(String(tag))).toEqual([304, tag]);
  });
});
