/** The add-ons, each on its own paths; the environment variable `LAYER` selects the one to add. */
import { compression } from '@mortise/compression/node';
import { cors } from '@mortise/cors';
import { etag, httpCache } from '@mortise/http-cache';
import { pinoLogger } from '@mortise/log-pino';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog } from '@mortise/request-log';
import { secureHeaders } from '@mortise/secure-headers';
import { cookieSession, SESSION, session } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { memoryStore } from '@mortise/store';
import { createApp, json, serve, text } from 'mortise';
import { pino } from 'pino';
import { document, logFile, ORIGIN, root, SECRET } from '../workloads.js';

const app = createApp();
const { factories } = app;
app.get('/document', (_request, response) => json(response, document));
app.get('/login', (request, response) => {
  request.getAttribute(SESSION).set('visits', 1);
  return response;
});
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
  'cookie-session': () => app.add(cookieSession({ keys: [SECRET] })),
  'rate-limit': () => app.add(rateLimit({ store: memoryStore(), policies })),
  etag: () => {
    app.add(etag({ weak: true }));
    app.add(httpCache({ factories }));
  },
  static: () => app.add(staticFiles({ root, factories, keep: false })),
  kept: () => app.add(staticFiles({ root, factories, keep: {} })),
};
layers[process.env.LAYER]();
await serve(app, { port: Number(process.env.PORT) });
