/** The add-ons, each on its own paths; the environment variable `LAYER` selects the one to add. */
import { compression } from '@mortise/compression/node';
import { cors } from '@mortise/cors';
import { CSRF, csrfTokens } from '@mortise/csrf';
import { etag, httpCache } from '@mortise/http-cache';
import { pinoLogger } from '@mortise/log-pino';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { SESSION, session } from '@mortise/session';
import { eventStream } from '@mortise/sse';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { redisStore } from '@mortise/store-redis';
import { createApp, json, serve, text } from 'mortise';
import { pino } from 'pino';
import { createClient, RESP_TYPES } from 'redis';
import { document, events, logFile, ORIGIN, root } from '../workloads.js';

const app = createApp();
const { factories } = app;
app.get('/document', (_request, response) => json(response, document));
const { LAYER: layer, REDIS_URL } = process.env;
app.get('/login', (request, response) => {
  request.getAttribute(SESSION).set('visits', 1);
  return response;
});
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
  csrf: () => app.add(csrfTokens()).add(session({ store: memoryStore() })),
  sse: () => undefined,
  'rate-limit': () => app.add(rateLimit({ store: memoryStore(), policies })),
  'redis-rate-limit': async () => app.add(rateLimit({ store: await onRedis(), policies })),
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
