/** The rules of docs/order-of-middleware.md for layers that refuse a request, or respond to it themselves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bearerAuth, requireScope } from '@mortise/auth';
import { cors } from '@mortise/cors';
import { crossOriginProtection } from '@mortise/csrf';
import { health } from '@mortise/health';
import { idempotency } from '@mortise/idempotency';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog } from '@mortise/request-log';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { bodyParsing, text } from 'mortise';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { added, errors, neighbours } from './neighbours.js';

const ORIGIN = 'https://app.example';
const PREFLIGHT = { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT' };

const root = temporaryFolder();
writeFileSync(join(root, 'site.css'), 'body {}');

const once = added(() =>
  rateLimit({ store: memoryStore(), policies: [{ name: 'all', limit: 1, window: 60 }] }),
);
const corsForApp = added(({ factories }) => cors({ origins: [ORIGIN], factories }));
const tenBytes = added(({ factories }) => bodyParsing({ factories, maxBytes: 10 }));
const tooLarge = { 'Content-Type': 'application/x-www-form-urlencoded' };

neighbours('rateLimit outside body parsing reads no body of a request that it refuses', {
  inner: tenBytes,
  outer: once,
  seen: async (client) => {
    await client.get('/');
    const sent = { headers: tooLarge, body: 'text=longer' };
    return (await client.post('/note', sent)).getStatusCode();
  },
  documented: 429,
  swapped: 413,
});

neighbours('crossOriginProtection outside body parsing reads no body of another site', {
  inner: tenBytes,
  outer: added(() => crossOriginProtection()),
  seen: async (client) => {
    const headers = { ...tooLarge, 'Sec-Fetch-Site': 'cross-site' };
    return (await client.post('/note', { headers, body: 'text=longer' })).getStatusCode();
  },
  documented: 403,
  swapped: 413,
});

neighbours('staticFiles outside rateLimit does not count files', {
  inner: once,
  outer: added(({ factories }) => staticFiles({ root, factories })),
  seen: async (client) => {
    await client.get('/site.css');
    return (await client.get('/site.css')).getStatusCode();
  },
  documented: 200,
  swapped: 429,
});

const keyed = added(({ factories }) =>
  idempotency({ store: memoryStore(), factories, scope: () => 'ada' }),
);
const KEY = { 'Idempotency-Key': '"k"' };

neighbours('rateLimit outside idempotency keeps no refusal', {
  inner: keyed,
  outer: once,
  seen: async (client) => {
    await client.post('/note', { headers: { 'Idempotency-Key': '"other"' } });
    const refused = await client.post('/note', { headers: KEY });
    const again = await client.post('/note', { headers: KEY });
    return [refused, again].map((response) => response.hasHeader('Idempotency-Replayed'));
  },
  documented: [false, false],
  swapped: [false, true],
});

neighbours('requireScope outside idempotency gives no kept outcome to a token without the scope', {
  inner: keyed,
  outer: added(() => requireScope('write')),
  around: [
    added(() =>
      bearerAuth({ verify: (_request, sent) => sent, scopes: (_request, user) => [String(user)] }),
    ),
  ],
  seen: async (client) => {
    const statuses: number[] = [];
    for (const sent of ['write', 'read']) {
      const headers = { ...KEY, Authorization: `Bearer ${sent}` };
      statuses.push((await client.post('/note', { headers })).getStatusCode());
    }
    return statuses;
  },
  documented: [200, 403],
  swapped: [200, 200],
});

const token = added(() => bearerAuth({ verify: (_request, sent) => sent === 'a' }));

neighbours('cors outside authentication answers a preflight, which has no credentials', {
  inner: token,
  outer: corsForApp,
  seen: async (client) =>
    (await client.request('OPTIONS', '/note', { headers: PREFLIGHT })).getStatusCode(),
  documented: 204,
  swapped: 401,
});

neighbours('rateLimit outside authentication counts guesses', {
  inner: token,
  outer: once,
  seen: async (client) => {
    await client.get('/');
    return (await client.get('/')).getStatusCode();
  },
  documented: 429,
  swapped: 401,
});

neighbours('authentication outside requireScope knows the scopes of the user', {
  inner: added(() => requireScope('read')),
  outer: added(() => bearerAuth({ verify: () => true, scopes: () => ['read'] })),
  seen: async (client) =>
    (await client.get('/', { headers: { Authorization: 'Bearer a' } })).getStatusCode(),
  documented: 200,
  swapped: 500,
});

neighbours('routing outside authentication responds to an unknown path with 404', {
  inner: token,
  outer: (app) => {
    app.addRoutingMiddleware();
  },
  seen: async (client) => (await client.get('/none')).getStatusCode(),
  documented: 404,
  swapped: 401,
});

neighbours('cors outside the error middleware lets a page read errors', {
  inner: errors,
  outer: corsForApp,
  seen: async (client) => {
    const response = await client.get('/fail', { headers: { Origin: ORIGIN } });
    return [response.getStatusCode(), response.getHeaderLine('Access-Control-Allow-Origin')];
  },
  documented: [500, ORIGIN],
  swapped: [500, ''],
});

neighbours('the error middleware outside layers that refuse renders their errors', {
  inner: once,
  outer: (app) => {
    app
      .addErrorMiddleware()
      .setDefaultErrorHandler(() => text(app.factories.createResponse(429), 'Sorry!'));
  },
  seen: async (client) => {
    await client.get('/');
    return (await (await client.get('/')).getBody().text()) === 'Sorry!';
  },
  documented: true,
  swapped: false,
});

const lines: string[] = [];
neighbours('accessLog outside layers that respond themselves logs each request', {
  inner: corsForApp,
  outer: added(() => accessLog({ error: () => undefined, info: (line) => lines.push(line) })),
  seen: async (client) => {
    lines.length = 0;
    await client.request('OPTIONS', '/note', { headers: PREFLIGHT });
    await client.get('/');
    return [...lines];
  },
  documented: ['OPTIONS /note 204', 'GET / 200'],
  swapped: ['GET / 200'],
});

const probes = added(({ factories }) => health({ factories }));

neighbours('health outside rateLimit responds to every probe', {
  inner: once,
  outer: probes,
  seen: async (client) => {
    await client.get('/');
    return (await client.get('/health/live')).getStatusCode();
  },
  documented: 200,
  swapped: 429,
});

neighbours('health outside accessLog keeps probes out of the log', {
  inner: added(() => accessLog({ error: () => undefined, info: (line) => lines.push(line) })),
  outer: probes,
  seen: async (client) => {
    lines.length = 0;
    await client.get('/health/live');
    await client.get('/');
    return [...lines];
  },
  documented: ['GET / 200'],
  swapped: ['GET /health/live 200', 'GET / 200'],
});
