/** The anchors: the middleware that Express applications use for the same purpose; sirv on plain `node:http`. */
import { createServer } from 'node:http';
import compression from 'compression';
import cors from 'cors';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { getIronSession } from 'iron-session';
import pinoHttp from 'pino-http';
import { pino } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import sirv from 'sirv';
import { document, logFile, ORIGIN, root, SECRET } from '../workloads.js';

const app = express().disable('x-powered-by');
const limiter = new RateLimiterMemory({ points: 1_000_000_000, duration: 60 });
const layers = {
  none: () => undefined,
  compression: () => app.use(compression()),
  headers: () => app.use(helmet()),
  log: () => app.use(pinoHttp({ logger: pino(pino.destination(logFile)) })),
  cors: () => app.use(cors({ origin: [ORIGIN] })),
  session: () => app.use(session({ secret: SECRET, resave: false, saveUninitialized: false })),
  'cookie-session': () =>
    app.use(async (request, response, next) => {
      const options = { cookieName: 'session', password: SECRET, cookieOptions: { secure: false } };
      request.session = await getIronSession(request, response, options);
      next();
    }),
  'rate-limit': () =>
    app.use(async (request, response, next) => {
      const { remainingPoints, msBeforeNext } = await limiter.consume(request.ip);
      response.setHeader(
        'RateLimit',
        `"p";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
      );
      next();
    }),
  etag: () => undefined,
  static: () => files({ dev: true, etag: true }),
  kept: () => files({ etag: true }),
};
let listener = app;

/** Without Express, which would cost more than sending the file. */
function files(options) {
  const serve = sirv(root, options);
  listener = (request, response) =>
    serve(request, response, () => {
      response.statusCode = request.url === '/' ? 200 : 404;
      response.end();
    });
}

const layer = process.env.LAYER;
layers[layer]();
if (layer !== 'etag') app.disable('etag');
app.get('/document', (_request, response) => response.json(document));
app.get('/login', async (request, response) => {
  request.session.visits = 1;
  await request.session.save?.(() => undefined);
  response.end();
});
app.get('/visits', (request, response) => response.end(String(request.session.visits > 0)));
app.get('/visit', (request, response) => {
  request.session.visits += 1;
  response.end('true');
});
app.get('/', (_request, response) => response.end());
createServer(listener).listen(Number(process.env.PORT));
