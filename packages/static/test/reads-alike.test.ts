import { afterAll, describe, expect, it } from '@jest/globals';
import { ROUTES, type RoutesReading } from '@mortise/base/keys';
import { canonicalPath } from '@mortise/http-syntax';
import { staticFiles } from '../src/node/index.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { createSite } from './site.js';

const site = createSite({ '@admin/f.txt': 'secret', 'a b.txt': 'open' });
afterAll(site.remove);

/** An application of another release: `%40` and `@` are two paths there, so its guard of `/@admin` refuses one of them. */
const pinned: RoutesReading = {
  collector: {
    development: false,
    getRouteParser: () => {
      throw new Error('not used');
    },
    getBasePath: () => '',
    methodsFor: () => [],
    canonicalPath: (path) => path.split('%40').map(canonicalPath).join('%40'),
  },
};

describe.each(implementations)(
  'under an application that reads %%40 by another rule, with %s',
  (_, factories) => {
    it.each([
      ['/@admin/f.txt', '', 200],
      ['/%40admin/f.txt', '', 404],
      ['/%40admin/%66.txt', '', 404],
      ['/%40files/a%20b.txt', '/@files', 404],
      ['/@files/a%20b.txt', '/@files', 200],
      ['/a%20%62.txt', '', 200],
    ])('%s, below %j, is %i', async (path, prefix, status) => {
      const request = factories
        .createServerRequest('GET', `http://a.example${path}`)
        .withAttribute(ROUTES, pinned);
      const layer = staticFiles({ root: site.root, factories, prefix });
      const handler = { handle: () => factories.createResponse(404) };
      const response = await layer.process(request, handler);
      response.getBody().close();
      expect(response.getStatusCode()).toBe(status);
    });
  },
);
