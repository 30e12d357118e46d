/** The requests to each add-on, and to the middleware that it is compared with. */
import { createHmac } from 'node:crypto';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { ask, cookieFrom } from '../lib/ask.js';

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

const GZIP = { 'Accept-Encoding': 'gzip' };
const PREFLIGHT = { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT' };
const BEARER = { Authorization: `Bearer ${TOKEN}` };
const RANGE = { Range: 'bytes=0-65535' };

/** The events of a stream that ends. */
export const events = Array.from({ length: 10 }, (_, id) => ({ id, title: `Book number ${id}` }));

const before = (port) => cookieFrom(port, { path: '/login' });
const withToken = async (port) => {
  const headers = await before(port);
  const { body } = await ask(port, { path: '/token', headers });
  return { ...headers, 'X-CSRF-Token': String(body) };
};
const withTag = (path) => async (port) => {
  return { 'If-None-Match': (await ask(port, { path })).headers.etag };
};
const validated = (path) => ({ before: withTag(path), status: 304 });
const dataOf = (body) => String(String(body).match(/^data: ?.*$/gm)).replaceAll('data: ', 'data:');

/**
 * A request to a layer and to its anchor, and its maximum CPU time relative to the anchor (`-`: no bar).
 *
 * @param {object} more `method` and `headers` of the request; `status`, `coding`, `fields` and what is compared of the
 *   responses of both; `before` for what a server has sent before; `service`, the variable with the URL of one
 */
function workload(layer, anchor, path, most, more = {}) {
  const { method, headers, before: given, service, ...wanted } = more;
  const request = { method, path, headers };
  const { status = 200 } = wanted;
  // The pages of errors differ.
  const read = status < 300 ? {} : { read: () => '' };
  const checks = [{ ...request, ...read, ...wanted }];
  return { layer, anchor, most, request, checks, before: given, service };
}

const ON_REDIS = { service: 'REDIS_URL' };
const LIMITER = 'rate-limiter-flexible';
const SESSION = 'express-session';

export const workloads = {
  'framework alone': workload('none', 'express', '/document', 1),
  compression: workload('compression', 'compression', '/document', 1.05, {
    ...{ headers: GZIP, coding: 'gzip' },
  }),
  headers: workload('headers', 'helmet', '/document', 1, { fields: ['content-security-policy'] }),
  log: workload('log', 'pino-http', '/document', 1),
  cors: workload('cors', 'cors', '/document', 1, {
    ...{ headers: { Origin: ORIGIN }, fields: ['access-control-allow-origin'] },
  }),
  preflight: workload('cors', 'cors', '/document', 1, {
    ...{ method: 'OPTIONS', headers: PREFLIGHT, status: 204 },
    fields: ['access-control-allow-methods'],
  }),
  'session, read': workload('session', SESSION, '/visits', 1, { before }),
  'session, changed': workload('session', SESSION, '/visit', 1, { before }),
  'session in a cookie, read': workload('cookie-session', 'iron-session', '/visits', 1, { before }),
  'session on Redis, read': workload('redis-session', `${SESSION}, connect-redis`, '/visits', '-', {
    ...{ before, ...ON_REDIS },
  }),
  'signed cookie': workload('cookies', 'cookie-parser', '/name', '-', { before }),
  'form token': workload('csrf', 'csrf-sync', '/token', '-', { method: 'POST', before: withToken }),
  'JSON Web Token': workload('jwt', 'express-jwt', '/subject', '-', { headers: BEARER }),
  'ten events': workload('sse', 'better-sse', '/events', '-', {
    ...{ read: dataOf, fields: ['cache-control'] },
  }),
  'rate limit on Redis': workload('redis-rate-limit', LIMITER, '/', '-', ON_REDIS),
  'rate limit on PostgreSQL': workload('postgres-rate-limit', LIMITER, '/', '-', {
    service: 'DATABASE_URL',
  }),
  'rate limit, fixed': workload('rate-limit', LIMITER, '/', 1.3),
  'tag, 304': workload('etag', 'express', '/document', 1, validated('/document')),
  'static 1 KiB': workload('static', 'sirv', '/small.txt', 1),
  'static 1 MiB': workload('static', 'sirv', '/large.bin', 1),
  'static 64 KiB of 1 MiB': workload('static', 'sirv', '/large.bin', 1, {
    ...{ headers: RANGE, status: 206 },
  }),
  'static 304': workload('static', 'sirv', '/small.txt', 1.6, validated('/small.txt')),
  'static 404': workload('static', 'sirv', '/none.txt', 1.6, { status: 404 }),
  'kept 1 KiB': workload('kept', 'sirv, scanned', '/small.txt', 1),
  'kept 304': workload('kept', 'sirv, scanned', '/small.txt', 1.6, validated('/small.txt')),
};
