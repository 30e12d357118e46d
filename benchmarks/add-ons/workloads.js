/** The requests to each add-on, and to the middleware that it is compared with. */
import { createHmac } from 'node:crypto';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

/** 10 KiB of JSON. */
export const document = Array.from({ length: 100 }, (_, id) => ({
  id,
  title: `Book number ${id}`,
  author: 'Jane Austen',
  available: id % 2 === 0,
  year: 1800 + id,
}));

export const logFile = '/dev/null';
export const root = join(tmpdir(), 'mortise-benchmark-site');
if (!existsSync(root)) {
  mkdirSync(root);
  writeFileSync(join(root, 'small.txt'), 'x'.repeat(1024));
  writeFileSync(join(root, 'large.bin'), 'x'.repeat(1024 * 1024));
}

/** A sparse file of 256 MiB. */
export const downloads = join(tmpdir(), 'mortise-benchmark-downloads');
if (!existsSync(downloads)) {
  mkdirSync(downloads);
  const file = openSync(join(downloads, 'large.bin'), 'w');
  ftruncateSync(file, 256 * 1024 * 1024);
  closeSync(file);
}

/** Keys of cookies. */
export const SECRET = 'a secret of the benchmark, of 32 bytes and more';
export const ORIGIN = 'https://app.example';

/** Issuer and audience of the token. */
export const API = 'https://api.example';

/** A signed token that does not expire before 2100. */
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: API, aud: API, sub: 'Jane', exp: 4_102_444_800 })}`;
const TOKEN = `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;

const get = (path, headers = {}) => ({ path, headers });
const GZIP = { 'Accept-Encoding': 'gzip' };
const PREFLIGHT = { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT' };

/** The events of a stream that ends. */
export const events = Array.from({ length: 10 }, (_, id) => ({ id, title: `Book number ${id}` }));

/**
 * The layer, its anchor, its requests, and its maximum CPU time relative to the anchor (`-`: no bar). `session` requests
 * a cookie first, `token` a token of that session, `validate` a tag. Both must send `status` (200), `coding`, `field`,
 * and the same body, or the same part of it, which `same` picks. `service` is the variable with the URL of a server.
 */
export const workloads = {
  'framework alone': { layer: 'none', anchor: 'express', request: get('/document'), most: 1 },
  compression: {
    layer: 'compression',
    anchor: 'compression',
    request: get('/document', GZIP),
    coding: 'gzip',
    most: 1.05,
  },
  headers: {
    layer: 'headers',
    anchor: 'helmet',
    request: get('/document'),
    field: 'content-security-policy',
    most: 1,
  },
  log: { layer: 'log', anchor: 'pino-http', request: get('/document'), most: 1 },
  cors: {
    layer: 'cors',
    anchor: 'cors',
    request: get('/document', { Origin: ORIGIN }),
    field: 'access-control-allow-origin',
    most: 1,
  },
  preflight: {
    layer: 'cors',
    anchor: 'cors',
    request: { method: 'OPTIONS', path: '/document', headers: PREFLIGHT },
    status: 204,
    field: 'access-control-allow-methods',
    most: 1,
  },
  'session, read': {
    layer: 'session',
    anchor: 'express-session',
    request: get('/visits'),
    session: true,
    most: 1,
  },
  'session, changed': {
    layer: 'session',
    anchor: 'express-session',
    request: get('/visit'),
    session: true,
    most: 1,
  },
  'session in a cookie, read': {
    layer: 'cookie-session',
    anchor: 'iron-session',
    request: get('/visits'),
    session: true,
    most: 1,
  },
  'session on Redis, read': {
    layer: 'redis-session',
    anchor: 'express-session, connect-redis',
    request: get('/visits'),
    session: true,
    service: 'REDIS_URL',
    most: '-',
  },
  'signed cookie': {
    layer: 'cookies',
    anchor: 'cookie-parser',
    request: get('/name'),
    session: true,
    most: '-',
  },
  'form token': {
    layer: 'csrf',
    anchor: 'csrf-sync',
    request: { method: 'POST', path: '/token', headers: {} },
    session: true,
    token: true,
    most: '-',
  },
  'JSON Web Token': {
    layer: 'jwt',
    anchor: 'express-jwt',
    request: get('/subject', { Authorization: `Bearer ${TOKEN}` }),
    most: '-',
  },
  'ten events': {
    layer: 'sse',
    anchor: 'better-sse',
    request: get('/events'),
    same: (body) => String(body.match(/^data: ?.*$/gm)).replaceAll('data: ', 'data:'),
    field: 'cache-control',
    most: '-',
  },
  'rate limit on Redis': {
    layer: 'redis-rate-limit',
    anchor: 'rate-limiter-flexible',
    request: get('/'),
    service: 'REDIS_URL',
    most: '-',
  },
  'rate limit on PostgreSQL': {
    layer: 'postgres-rate-limit',
    anchor: 'rate-limiter-flexible',
    request: get('/'),
    service: 'DATABASE_URL',
    most: '-',
  },
  'rate limit, fixed': {
    layer: 'rate-limit',
    anchor: 'rate-limiter-flexible',
    request: get('/'),
    most: 1.3,
  },
  'tag, 304': {
    layer: 'etag',
    anchor: 'express',
    request: get('/document'),
    validate: true,
    status: 304,
    most: 1,
  },
  'static 1 KiB': { layer: 'static', anchor: 'sirv', request: get('/small.txt'), most: 1 },
  'static 1 MiB': { layer: 'static', anchor: 'sirv', request: get('/large.bin'), most: 1 },
  'static 64 KiB of 1 MiB': {
    layer: 'static',
    anchor: 'sirv',
    request: get('/large.bin', { Range: 'bytes=0-65535' }),
    status: 206,
    most: 1,
  },
  'static 304': {
    layer: 'static',
    anchor: 'sirv',
    request: get('/small.txt'),
    validate: true,
    status: 304,
    most: 1.6,
  },
  'static 404': {
    layer: 'static',
    anchor: 'sirv',
    request: get('/none.txt'),
    status: 404,
    most: 1.6,
  },
  'kept 1 KiB': { layer: 'kept', anchor: 'sirv, scanned', request: get('/small.txt'), most: 1 },
  'kept 304': {
    layer: 'kept',
    anchor: 'sirv, scanned',
    request: get('/small.txt'),
    validate: true,
    status: 304,
    most: 1.6,
  },
};
