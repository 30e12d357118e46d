/** The rules of docs/order-of-middleware.md for layers that change a response on its way back. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { etag, httpCache } from '@mortise/http-cache';
import { rateLimit } from '@mortise/rate-limit';
import { requestId } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { SESSION, session } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { createApp, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { added, errors, neighbours } from './neighbours.js';

const root = temporaryFolder();
writeFileSync(join(root, 'site.css'), '/* long */'.repeat(200));

const GZIP = { 'Accept-Encoding': 'gzip' };
const gzip = added(({ factories }) => compression({ factories, codings: ['gzip'] }));
const tags = added(() => etag());
const files = added(({ factories }) => staticFiles({ root, factories }));

neighbours('httpCache outside etag answers 304', {
  inner: tags,
  outer: added(({ factories }) => httpCache({ factories })),
  seen: async (client) => {
    const tag = (await client.get('/')).getHeaderLine('ETag');
    return (await client.get('/', { headers: { 'If-None-Match': tag } })).getStatusCode();
  },
  documented: 304,
  swapped: 200,
});

neighbours('compression outside etag names the coding in the tag of the page', {
  inner: tags,
  outer: gzip,
  seen: async (client) => {
    const plain = (await client.get('/')).getHeaderLine('ETag');
    const coded = (await client.get('/', { headers: GZIP })).getHeaderLine('ETag');
    return coded === plain.replace(/"$/, '-gzip"');
  },
  documented: true,
  swapped: false,
});

neighbours('compression outside staticFiles compresses files', {
  inner: files,
  outer: gzip,
  seen: async (client) =>
    (await client.get('/site.css', { headers: GZIP })).getHeaderLine('Content-Encoding'),
  documented: 'gzip',
  swapped: '',
});

neighbours('secureHeaders outside staticFiles protects files', {
  inner: files,
  outer: added(() => secureHeaders()),
  seen: async (client) => (await client.get('/site.css')).hasHeader('X-Content-Type-Options'),
  documented: true,
  swapped: false,
});

neighbours('secureHeaders outside the error middleware protects pages of errors', {
  inner: errors,
  outer: added(() => secureHeaders()),
  seen: async (client) => (await client.get('/fail')).hasHeader('X-Content-Type-Options'),
  documented: true,
  swapped: false,
});

neighbours('requestId outside the error middleware is on responses to errors', {
  inner: errors,
  outer: added(() => requestId({ create: () => 'id' })),
  seen: async (client) => (await client.get('/fail')).getHeaderLine('X-Request-Id'),
  documented: 'id',
  swapped: '',
});

neighbours('rateLimit outside the error middleware states the limit on errors', {
  inner: errors,
  outer: added(() =>
    rateLimit({ store: memoryStore(), policies: [{ name: 'all', limit: 5, window: 60 }] }),
  ),
  seen: async (client) => (await client.get('/fail')).getHeaderLine('RateLimit-Policy'),
  documented: '"all";q=5;w=60',
  swapped: '',
});

it.each([
  ['inside', 0],
  ['outside', 2],
])(
  'a 304 of a page that reads the session is private, with session %s of etag and httpCache',
  async (_, at) => {
    const app = createApp();
    app.get('/', (request, response) =>
      text(response, String(request.getAttribute(SESSION)?.get('user') ?? 'nobody')),
    );
    const layers = [etag(), httpCache({ factories: app.factories })];
    layers.splice(at, 0, session({ store: memoryStore() }));
    for (const layer of layers) app.add(layer);
    const client = inProcess(app);
    const tag = (await client.get('/')).getHeaderLine('ETag');
    const again = await client.get('/', { headers: { 'If-None-Match': tag } });
    expect(again.getStatusCode()).toBe(304);
    expect([again.getHeaderLine('Cache-Control'), again.getHeaderLine('Vary')]).toEqual([
      'private, no-cache',
      'Cookie',
    ]);
  },
);
