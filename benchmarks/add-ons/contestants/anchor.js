/** The anchors: the middleware that Express applications use for the same purpose; sirv on plain `node:http`. */
import { createServer } from 'node:http';
import { createSession } from 'better-sse';
import compression from 'compression';
import { RedisStore } from 'connect-redis';
import cookieParser from 'cookie-parser';
import cors from 'cors';
import { csrfSync } from 'csrf-sync';
import express from 'express';
import { expressjwt } from 'express-jwt';
import session from 'express-session';
import helmet from 'helmet';
import { getIronSession } from 'iron-session';
import pg from 'pg';
import { pino } from 'pino';
import pinoHttp from 'pino-http';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import sirv from 'sirv';
import { API, document, events, logFile, ORIGIN, root, SECRET } from '../workloads.js';

const app = express().disable('x-powered-by');
const points = { points: 1_000_000_000, duration: 60 };
const { DATABASE_URL, LAYER: layer, REDIS_URL } = process.env;
const kept = { secret: SECRET, resave: false, saveUninitialized: false };
const { generateToken, csrfSynchronisedProtection } = csrfSync();
const layers = {
  none: () => undefined,
  compression: () => app.use(compression()),
  headers: () => app.use(helmet()),
  log: () => app.use(pinoHttp({ logger: pino(pino.destination(logFile)) })),
  cors: () => app.use(cors({ origin: [ORIGIN] })),
  session: () => app.use(session(kept)),
  'redis-session': async () =>
    app.use(session({ ...kept, store: new RedisStore({ client: await redis() }) })),
  cookies: () => app.use(cookieParser(SECRET)),
  csrf: () => app.use(session(kept), csrfSynchronisedProtection),
  jwt: () =>
    app.use(expressjwt({ secret: SECRET, algorithms: ['HS256'], issuer: API, audience: API })),
  sse: () => undefined,
  'cookie-session': () =>
    app.use(async (request, response, next) => {
      const options = { cookieName: 'session', password: SECRET, cookieOptions: { secure: false } };
      request.session = await getIronSession(request, response, options);
      next();
    }),
  'rate-limit': () => limit(new RateLimiterMemory(points)),
  'redis-rate-limit': async () =>
    limit(new RateLimiterRedis({ ...points, storeClient: await redis(), useRedisPackage: true })),
  'postgres-rate-limit': () =>
    new Promise((resolve, reject) => {
      const storeClient = new pg.Pool({ connectionString: DATABASE_URL });
      const table = { tableName: 'benchmark_anchor', keyPrefix: 'benchmark' };
      const limiter = new RateLimiterPostgres({ ...points, storeClient, ...table }, (error) => {
        if (error) reject(error);
        else resolve(limit(limiter));
      });
    }),
  etag: () => undefined,
  static: () => files({ dev: true, etag: true }),
  kept: () => files({ etag: true }),
};
let listener = app;

function limit(limiter) {
  app.use(async (request, response, next) => {
    const { remainingPoints, msBeforeNext } = await limiter.consume(request.ip);
    response.setHeader('RateLimit', `"p";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`);
    next();
  });
}

function redis() {
  return createClient({ url: REDIS_URL }).connect();
}

/** Without Express, which would cost more than sending the file. */
function files(options) {
  const serve = sirv(root, options);
  listener = (request, response) =>
    serve(request, response, () => {
      response.statusCode = request.url === '/' ? 200 : 404;
      response.end();
    });
}

await layers[layer]();
if (layer !== 'etag') app.disable('etag');
app.get('/document', (_request, response) => response.json(document));
app.get('/login', async (request, response) => {
  if (layer === 'cookies') return response.cookie('name', 'Jane', { signed: true }).end();
  request.session.visits = 1;
  await request.session.save?.(() => undefined);
  response.end();
});
app.get('/name', (request, response) => response.end(request.signedCookies.name));
app.get('/token', (request, response) => response.end(generateToken(request)));
app.post('/token', (_request, response) => response.end('true'));
app.get('/events', async (request, response) => {
  const stream = await createSession(request, response);
  for (const event of events) stream.push(event);
  response.end();
});
app.get('/subject', (request, response) => response.end(request.auth.sub));
app.get('/visits', (request, response) => response.end(String(request.session.visits > 0)));
app.get('/visit', (request, response) => {
  request.session.visits += 1;
  response.end('true');
});
app.get('/', (_request, response) => response.end());
createServer(listener).listen(Number(process.env.PORT));
