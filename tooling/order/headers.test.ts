/** The rules of docs/order-of-middleware.md for layers that change a response on its way back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { compression } from '@mortise/compression/node';
import { etag, httpCache } from '@mortise/http-cache';
import { requestId } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { staticFiles } from '@mortise/static/node';
import { added, errors, neighbours } from './neighbours.js';

const root = mkdtempSync(join(tmpdir(), 'public-'));
writeFileSync(join(root, 'site.css'), '/* long */'.repeat(200));
afterAll(() => {
  rmSync(root, { recursive: true });
});

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

neighbours('compression outside etag leaves one tag to all codings of a page', {
  inner: tags,
  outer: gzip,
  seen: async (client) => {
    const plain = (await client.get('/')).getHeaderLine('ETag');
    return (await client.get('/', { headers: GZIP })).getHeaderLine('ETag') === `W/${plain}`;
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
