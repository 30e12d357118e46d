/** The add-ons, each on its own paths; the environment variable `LAYER` selects the one to add. */
import { userOf } from '@mortise/auth';
import { jwtAuth } from '@mortise/auth/jwt';
import { compression } from '@mortise/compression/node';
import { COOKIES, signedCookies, withSignedCookie } from '@mortise/cookies';
import { cors } from '@mortise/cors';
import { CSRF, csrfTokens } from '@mortise/csrf';
import { etag, httpCache } from '@mortise/http-cache';
import { pinoLogger } from '@mortise/log-pino';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { cookieSession, SESSION, session } from '@mortise/session';
import { eventStream } from '@mortise/sse';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { postgresStore } from '@mortise/store-postgres';
import { redisStore } from '@mortise/store-redis';
import { createApp, json, serve, text } from 'mortise';
import pg from 'pg';
import { pino } from 'pino';
import { createClient, RESP_TYPES } from 'redis';
import { API, document, events, logFile, ORIGIN, root, SECRET } from '../workloads.js';

const app = createApp();
const { factories } = app;
app.get('/document', (_request, response) => json(response, document));
const keys = [SECRET];
const { DATABASE_URL, LAYER: layer, REDIS_URL } = process.env;
app.get('/login', (request, response) => {
  if (layer === 'cookies') return withSignedCookie(response, keys, 'name', 'Jane');
  request.getAttribute(SESSION).set('visits', 1);
  return response;
});
app.get('/name', async (request, response) =>
  text(response, await request.getAttribute(COOKIES).get('name')),
);
app.get('/token', (request, response) =>
  text(response, request.getAttribute(CSRF).getTokenValue()),
);
app.post('/token', (_request, response) => text(response, 'true'));
app.get('/events', (request, response) =>
  eventStream(request, response, tenEvents(), { factories }),
);
app.get('/visits', (request, response) =>
  text(response, String(request.getAttribute(SESSION).get('visits') > 0)),
);
app.get('/visit', (request, response) => {
  request.getAttribute(SESSION).update('visits', (visits) => visits + 1);
  return text(response, 'true');
});
app.get('/subject', (request, response) => text(response, userOf(request).sub));
app.get('/', (_request, response) => response);

const policies = [{ name: 'p', limit: 1_000_000_000, window: 60, kind: 'fixed' }];
const layers = {
  none: () => undefined,
  compression: () => app.add(compression({ factories, codings: ['gzip'] })),
  headers: () => app.add(secureHeaders()),
  log: () => app.add(accessLog(pinoLogger(pino(pino.destination(logFile))))),
  cors: () => app.add(cors({ origins: [ORIGIN], factories })),
  session: () => app.add(session({ store: memoryStore() })),
  'redis-session': async () => app.add(session({ store: await onRedis() })),
  'cookie-session': () => app.add(cookieSession({ keys })),
  cookies: () => app.add(signedCookies({ keys })),
  csrf: () => app.add(csrfTokens()).add(session({ store: memoryStore() })),
  jwt: () => app.add(jwtAuth({ keys, algorithms: ['HS256'], issuer: API, audience: API })),
  sse: () => undefined,
  'rate-limit': () => app.add(rateLimit({ store: memoryStore(), policies })),
  'redis-rate-limit': async () => app.add(rateLimit({ store: await onRedis(), policies })),
  'postgres-rate-limit': async () =>
    app.add(rateLimit({ store: await onPostgres(), policies, whenDown: 'refuse' })),
  etag: () => {
    app.add(etag({ weak: true }));
    app.add(httpCache({ factories }));
  },
  static: () => app.add(staticFiles({ root, factories, memoryCache: false })),
  kept: () => app.add(staticFiles({ root, factories, memoryCache: {} })),
};
await layers[layer]();
await serve(app, { port: Number(process.env.PORT) });

async function* tenEvents() {
  for (const data of events) yield { data };
}

async function onRedis() {
  const client = await createClient({ url: REDIS_URL, disableOfflineQueue: true })
    .withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
    .connect();
  const send = (args) =>
    client.sendCommand(args.map((arg) => (typeof arg === 'string' ? arg : Buffer.from(arg))));
  return redisStore(send, { prefix: 'benchmark:' });
}

async function onPostgres() {
  const pool = new pg.Pool({ connectionString: DATABASE_URL });
  const query = async (sql, values) => (await pool.query(sql, values)).rows;
  const store = postgresStore(query, { table: 'benchmark_mortise' });
  await store.setUp();
  return store;
}
