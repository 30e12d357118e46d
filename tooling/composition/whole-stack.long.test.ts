/** The layers together: each row is one request, with the answer that every adapter and implementation gives. */
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message/node';
import type { Registry } from 'prom-client';
import { nodeImplementations } from '../testing/implementations.js';
import { type Adapter, adapters, type Answer, type Ask } from './adapters.js';
import { MODES } from './states-of.js';
import { FORM, formOf, visitor } from './visitor.js';
import { LAYERS, type Mode, ORIGIN, PAGE, wholeStack } from './whole-stack.js';

/** What a connection adds, and lengths, which differ between the formats of the two modes. */
const OF_TRANSPORT = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

interface Row {
  readonly ask: Partial<Ask> & { readonly path: string };
  readonly status: number;
  /** Header fields beside those of all responses with this status. */
  readonly adds?: readonly string[];
  /** All header fields, of a layer that answers outside the others. */
  readonly only?: readonly string[];
  /** Absent for the page of an error. */
  readonly body?: string;
  /** Of the store; absent for none. */
  readonly calls?: readonly string[];
  /** The code of an error, where it has one. */
  readonly code?: string;
  /** Of the access log: default 1. */
  readonly lines?: number;
  /** What traces and metrics call it; `null` if no route was found or asked for. Default: its path. */
  readonly route?: null;
  /** The form is sent with the token and the cookie of a page. */
  readonly form?: Readonly<Record<string, string>>;
}

/** What every response has, however it was made. */
const ALWAYS = [
  'access-control-allow-origin',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'vary',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
];
const LIMIT = ['ratelimit', 'ratelimit-policy'];
const WITHOUT_CONTENT = [304, 308];
/** Of a layer that responds itself, or of an error before a route was found. */
const NO_ROUTE = { route: null };

const COUNTED = { adds: ['set-cookie', 'cache-control'], calls: ['compareAndSet'] };
const CODED = ['etag', 'content-encoding'];
const FILE = ['cache-control', 'etag'];
const PRIVATE = 'cache-control';
/** A form that a page of this site sends, which names its method. */
const saving = (path: string, more: Readonly<Record<string, string>> = {}) => ({
  ask: { path, headers: { 'Sec-Fetch-Site': 'same-origin', ...more } },
  ...{ form: { _METHOD: 'PUT' }, adds: [PRIVATE], calls: ['get'] },
});
/** As the application signs it. */
const LANGUAGE = 'language=lhzmhWpFbduBV3VgUTsFAEpvckO_z-VAtx7MoVpXafpWdeRKCR-7l54qaJeQv1f7.fr';
const shelf = (more: Readonly<Record<string, string>> = {}) => ({
  ask: { path: '/shelves/7', headers: { Accept: 'text/html', ...more } },
});
const tokenOf = (path: string, token: string) => ({
  ask: { path, headers: { Cookie: `token=${token}` } },
});
const put = (site: string) => ({
  ask: { path: '/note', method: 'PUT', headers: { 'Sec-Fetch-Site': site } },
});

const rows: Readonly<Record<string, Row>> = {
  'a page': { ask: { path: '/' }, status: 200, adds: CODED, body: PAGE },
  'its HEAD': { ask: { path: '/', method: 'HEAD' }, status: 200, adds: CODED, body: '' },
  'a page that sets a session': {
    ...COUNTED,
    ask: { path: '/counted' },
    status: 200,
    body: 'counted',
  },
  'a path with a slash too many': {
    ...{ ask: { path: '/counted/?a=1' }, status: 308, adds: ['location'], body: '' },
    ...NO_ROUTE,
  },
  'a page of the browser\u2019s router': {
    ...{ ...shelf(), ...NO_ROUTE, status: 200 },
    adds: ['accept-ranges', 'last-modified', ...FILE],
    body: '<!doctype html><title>Shelves</title>\n',
  },
  'a page of the browser\u2019s router that the client has': {
    ...{ ...shelf({ 'If-None-Match': '*' }), ...NO_ROUTE, status: 304, adds: FILE, body: '' },
  },
  'a token in a cookie': {
    ...{ ...tokenOf('/mine', 'secret'), status: 200, adds: [PRIVATE, 'etag'], body: 'mine' },
  },
  'an error behind a token in a cookie, which is of one user': {
    ...{ ...tokenOf('/mine/gone', 'secret'), status: 404, adds: [PRIVATE], code: 'GONE' },
  },
  'a wrong token in a cookie': {
    ...{ ...tokenOf('/mine', 'guess'), status: 401, adds: [PRIVATE, 'www-authenticate'] },
    code: 'CREDENTIALS_INVALID',
  },
  'a page of a template': {
    ...{ ask: { path: '/rendered' }, status: 200, adds: ['etag'], body: 'page A' },
  },
  'a page with a signed cookie': {
    ...{ ask: { path: '/language' }, status: 200, adds: ['etag', 'set-cookie'], body: 'none' },
  },
  'a page that reads the signed cookie': {
    ask: { path: '/language', headers: { Cookie: LANGUAGE } },
    ...{ status: 200, adds: ['cache-control', 'etag', 'set-cookie'], body: 'fr' },
  },
  'events, which are compressed without a tag': {
    ...{ ask: { path: '/events' }, status: 200, body: ':\n\ndata: one\n\ndata: two\n\n' },
    adds: ['cache-control', 'content-encoding', 'x-accel-buffering'],
  },
  'a probe, which is neither logged nor limited': {
    ...{ ask: { path: '/health/live' }, status: 200, body: '{"status":"pass"}', lines: 0 },
    ...NO_ROUTE,
    only: ['cache-control', 'content-type', 'x-request-id'],
  },
  'an unknown path': { ...NO_ROUTE, ask: { path: '/nowhere' }, status: 404 },
  'another method': { ...NO_ROUTE, ask: { path: '/note' }, status: 405, adds: ['allow'] },
  'an unreadable path': { ...NO_ROUTE, ask: { path: '/%00' }, status: 400 },
  'a refusal of the handler': {
    ...{ ...COUNTED, ask: { path: '/refused' }, status: 403 },
    adds: ['retry-after', ...COUNTED.adds],
  },
  'an error of the handler': {
    ...{ ...COUNTED, ask: { path: '/fails' }, status: 500 },
    adds: ['server-timing', ...COUNTED.adds],
  },
  'a thrown text': { ask: { path: '/text' }, status: 500 },
  'a handler that takes too long': { ask: { path: '/slow' }, status: 503, code: 'HANDLER_TIMEOUT' },
  'a page that the client has': {
    ...{ ask: { path: '/', headers: { 'If-None-Match': '*' } }, status: 304, adds: ['etag'] },
    body: '',
  },
  'a form without its token': {
    ...{ ...put('same-origin'), ...NO_ROUTE, status: 403, adds: [PRIVATE], code: 'CSRF_TOKEN' },
  },
  'a form of another site': {
    ...put('cross-site'),
    ...NO_ROUTE,
    status: 403,
    code: 'CROSS_ORIGIN',
  },
  'a change of the version that the client has, as its coded page names it': {
    ...{ ...saving('/versioned', { 'If-Match': '"7-gzip"' }), status: 200, body: 'replaced' },
  },
  'a change of a version that is not current': {
    ...saving('/versioned', { 'If-Match': '"6"' }),
    ...{ status: 412, code: 'PRECONDITION_FAILED' },
  },
  'a change without its version': {
    ...{ ...saving('/versioned'), status: 428, code: 'PRECONDITION_REQUIRED' },
  },
  'a form that is too large': {
    // It is read because its session has a token.
    ...{ ...saving('/note'), ...NO_ROUTE, form: { text: 'x'.repeat(1_100_000) } },
    ...{ status: 413, code: 'BODY_TOO_LARGE' },
  },
};

async function seen(
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  mode: Mode,
  row: Row,
  without: readonly string[] = [],
) {
  const { app, lines, calls, spans, registry, contexts } = wholeStack(factories, mode, without);
  const headers = {
    Origin: ORIGIN,
    Accept: 'application/json',
    'Accept-Encoding': 'gzip',
    ...row.ask.headers,
  };
  let ask: Ask = { method: 'GET', ...row.ask, headers };
  if (row.form !== undefined) {
    ask = await withToken(ask, row.form, (page) => adapter(app, page));
    for (const list of [lines, calls, spans]) list.length = 0;
    registry.resetMetrics();
  }
  const answer = await adapter(app, ask);
  const isCoded = answer.headers['content-encoding'] === 'gzip' && answer.body.length > 0;
  return {
    status: answer.status,
    headers: Object.keys(answer.headers)
      .filter((name) => !OF_TRANSPORT.has(name))
      .sort(),
    ...(row.body !== undefined && {
      body: String(isCoded ? gunzipSync(answer.body) : answer.body),
    }),
    ...(row.code !== undefined && {
      code: (JSON.parse(String(answer.body)) as { code?: string }).code,
    }),
    calls,
    lines: lines.length,
    spans,
    measured: await measured(registry),
    contexts: contexts.every(Boolean),
  };
}

/** The routes of all requests that were measured. */
async function measured(registry: Registry): Promise<string[]> {
  const count = /^http_request_duration_seconds_count\{.*route="(.*?)".*\} (\d+)$/gm;
  const lines = [...(await registry.metrics()).matchAll(count)];
  return lines.flatMap(([, route = '', times]) => Array<string>(Number(times)).fill(route));
}

/** Fetches the page with the token, and returns the request that sends its form. */
async function withToken(
  { path, headers }: Ask,
  form: Readonly<Record<string, string>>,
  send: (page: Ask) => Promise<Answer>,
): Promise<Ask> {
  const user = await visitor(send);
  const own = { ...headers, Cookie: user.cookie, 'Content-Type': FORM };
  return { method: 'POST', path, headers: own, body: formOf(user, form) };
}

/** The name of its span, and its route in metrics. */
function namesOf({ ask, form, route }: Row) {
  const method = form === undefined ? (ask.method ?? 'GET') : 'POST';
  return route === null ? [method, '(none)'] : [`${method} ${ask.path}`, ask.path];
}

function wanted(row: Row) {
  const { status, adds = [], only, body, calls = [], code, lines = 1 } = row;
  const [span, route] = namesOf(row);
  const typed = WITHOUT_CONTENT.includes(status) ? [] : ['content-type'];
  return {
    status,
    headers: [...(only ?? [...ALWAYS, ...LIMIT, ...typed, ...adds])].sort(),
    ...(body !== undefined && { body }),
    ...(code !== undefined && { code }),
    calls,
    lines,
    spans: [span],
    measured: [route],
    contexts: true,
  };
}

describe.each(adapters)('the whole stack over %s', (_adapter, adapter) => {
  describe.each(nodeImplementations)('with %s', (_name, factories) => {
    describe.each(MODES)('(%s)', (mode) => {
      it.each(Object.entries(rows))('answers %s', async (_what, row) => {
        expect(await seen(adapter, factories, mode, row)).toEqual(wanted(row));
      });
    });
  });
});

describe('each layer matters to a row', () => {
  const [[, overFetch]] = adapters.toReversed() as [(typeof adapters)[number]];

  it.each(LAYERS)('%s', async (layer) => {
    for (const row of Object.values(rows)) {
      const answer = await seen(overFetch, lazy, 'default', row, [layer]).catch(String);
      if (!isDeepStrictEqual(answer, wanted(row))) return;
    }
    throw new Error(`every row is the same without ${layer}`);
  });
});
