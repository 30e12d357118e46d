/** The layers together: each row is one request, with the answer that every adapter and implementation gives. */
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message/node';
import type { Registry } from 'prom-client';
import { factories as plain } from '@mortise/message-plain/node';
import { type Adapter, adapters, type Answer, type Ask } from './adapters.js';
import { LAYERS, type Mode, ORIGIN, PAGE, wholeStack } from './whole-stack.js';

const implementations: readonly (readonly [string, HttpFactoriesInterface])[] = [
  ['@mortise/message', lazy],
  ['@mortise/message-plain', plain],
];
const modes: readonly Mode[] = ['default', 'error middleware'];

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
  /** Beside those of all responses. */
  readonly headers: readonly string[];
  /** Absent for the page of an error. */
  readonly body?: string;
  readonly calls: readonly string[];
  /** The code of an error, where it has one. */
  readonly code?: string;
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
const TYPE = ['content-type'];

const rows: readonly (readonly [string, Row])[] = [
  [
    'a page',
    {
      ask: { path: '/' },
      status: 200,
      headers: [...LIMIT, ...TYPE, 'etag', 'content-encoding'],
      body: PAGE,
      calls: [],
    },
  ],
  [
    'its HEAD',
    {
      ask: { path: '/', method: 'HEAD' },
      status: 200,
      headers: [...LIMIT, ...TYPE, 'etag', 'content-encoding'],
      body: '',
      calls: [],
    },
  ],
  [
    'a page that sets a session',
    {
      ask: { path: '/counted' },
      status: 200,
      headers: [...LIMIT, ...TYPE, 'set-cookie', 'cache-control'],
      body: 'counted',
      calls: ['compareAndSet'],
    },
  ],
  [
    'a path with a slash too many',
    {
      ask: { path: '/counted/?a=1' },
      status: 308,
      headers: [...LIMIT, 'location'],
      body: '',
      calls: [],
    },
  ],
  [
    'a page of the browser\u2019s router',
    {
      ask: { path: '/shelves/7', headers: { Accept: 'text/html' } },
      status: 200,
      headers: [...LIMIT, ...TYPE, 'accept-ranges', 'cache-control', 'etag', 'last-modified'],
      body: '<!doctype html><title>Shelves</title>\n',
      calls: [],
    },
  ],
  [
    'a page of the browser\u2019s router that the client has',
    {
      ask: { path: '/shelves/7', headers: { Accept: 'text/html', 'If-None-Match': '*' } },
      status: 304,
      headers: [...LIMIT, 'cache-control', 'etag', 'last-modified'],
      body: '',
      calls: [],
    },
  ],
  [
    'a token in a cookie',
    {
      ask: { path: '/mine', headers: { Cookie: 'token=secret' } },
      status: 200,
      headers: [...LIMIT, ...TYPE, 'cache-control', 'etag'],
      body: 'mine',
      calls: [],
    },
  ],
  [
    'an error behind a token in a cookie, which is of one user',
    {
      ask: { path: '/mine/gone', headers: { Cookie: 'token=secret' } },
      status: 404,
      headers: [...LIMIT, ...TYPE, 'cache-control'],
      calls: [],
      code: 'GONE',
    },
  ],
  [
    'a wrong token in a cookie',
    {
      ask: { path: '/mine', headers: { Cookie: 'token=guess' } },
      status: 401,
      headers: [...LIMIT, ...TYPE, 'www-authenticate'],
      calls: [],
      code: 'CREDENTIALS_INVALID',
    },
  ],
  [
    'an unknown path',
    { ask: { path: '/nowhere' }, status: 404, headers: [...LIMIT, ...TYPE], calls: [] },
  ],
  [
    'another method',
    {
      ask: { path: '/note' },
      status: 405,
      headers: [...LIMIT, ...TYPE, 'allow'],
      calls: [],
    },
  ],
  [
    'an unreadable path',
    { ask: { path: '/%00' }, status: 400, headers: [...LIMIT, ...TYPE], calls: [] },
  ],
  [
    'a refusal of the handler',
    {
      ask: { path: '/refused' },
      status: 403,
      headers: [...LIMIT, ...TYPE, 'retry-after', 'set-cookie', 'cache-control'],
      calls: ['compareAndSet'],
    },
  ],
  [
    'an error of the handler',
    {
      ask: { path: '/fails' },
      status: 500,
      headers: [...LIMIT, ...TYPE, 'set-cookie', 'cache-control', 'server-timing'],
      calls: ['compareAndSet'],
    },
  ],
  [
    'a thrown text',
    { ask: { path: '/text' }, status: 500, headers: [...LIMIT, ...TYPE], calls: [] },
  ],
  [
    'a handler that takes too long',
    {
      ask: { path: '/slow' },
      status: 503,
      headers: [...LIMIT, ...TYPE],
      code: 'HANDLER_TIMEOUT',
      calls: [],
    },
  ],
  [
    'a page that the client has',
    {
      ask: { path: '/', headers: { 'If-None-Match': '*' } },
      status: 304,
      headers: [...LIMIT, 'etag'],
      body: '',
      calls: [],
    },
  ],
  [
    'a preflight',
    {
      ask: {
        path: '/note',
        method: 'OPTIONS',
        headers: { 'Access-Control-Request-Method': 'PUT' },
      },
      status: 204,
      headers: ['access-control-allow-methods'],
      body: '',
      calls: [],
    },
  ],
  [
    'a form without its token',
    {
      ask: { path: '/note', method: 'PUT', headers: { 'Sec-Fetch-Site': 'same-origin' } },
      status: 403,
      headers: [...LIMIT, ...TYPE, 'cache-control'],
      calls: [],
      code: 'CSRF_TOKEN',
    },
  ],
  [
    'a form of another site',
    {
      ask: { path: '/note', method: 'PUT', headers: { 'Sec-Fetch-Site': 'cross-site' } },
      status: 403,
      headers: [...LIMIT, ...TYPE],
      calls: [],
      code: 'CROSS_ORIGIN',
    },
  ],
  [
    'a form with its token, which names the method',
    {
      ask: { path: '/note', headers: { 'Sec-Fetch-Site': 'same-origin' } },
      form: { _METHOD: 'PUT' },
      status: 200,
      headers: [...LIMIT, ...TYPE, 'cache-control'],
      body: 'saved',
      calls: ['get'],
    },
  ],
  [
    'a change of the version that the client has, as its coded page names it',
    {
      ask: {
        path: '/versioned',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'If-Match': '"7-gzip"' },
      },
      form: { _METHOD: 'PUT' },
      status: 200,
      headers: [...LIMIT, ...TYPE, 'cache-control'],
      calls: ['get'],
      body: 'replaced',
    },
  ],
  [
    'a change of a version that is not current',
    {
      ask: { path: '/versioned', headers: { 'Sec-Fetch-Site': 'same-origin', 'If-Match': '"6"' } },
      form: { _METHOD: 'PUT' },
      status: 412,
      headers: [...LIMIT, ...TYPE, 'cache-control'],
      calls: ['get'],
      code: 'PRECONDITION_FAILED',
    },
  ],
  [
    'a change without its version',
    {
      ask: { path: '/versioned', headers: { 'Sec-Fetch-Site': 'same-origin' } },
      form: { _METHOD: 'PUT' },
      status: 428,
      headers: [...LIMIT, ...TYPE, 'cache-control'],
      calls: ['get'],
      code: 'PRECONDITION_REQUIRED',
    },
  ],
  [
    'a form that is too large',
    {
      ask: { path: '/note', headers: { 'Sec-Fetch-Site': 'same-origin' } },
      form: { text: 'x'.repeat(1_100_000) },
      status: 413,
      headers: [...LIMIT, ...TYPE],
      calls: ['get'],
      code: 'BODY_TOO_LARGE',
    },
  ],
];

async function seen(
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  mode: Mode,
  row: Row,
  without = '',
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
    spans: spans.length,
    measured: await measured(registry),
    contexts: contexts.every(Boolean),
  };
}

async function measured(registry: Registry): Promise<number> {
  const count = /^http_request_duration_seconds_count\{.*\} (\d+)$/gm;
  const lines = [...(await registry.metrics()).matchAll(count)];
  return lines.reduce((sum, [, number]) => sum + Number(number), 0);
}

/** Fetches the page with the token, and returns the request that sends its form. */
async function withToken(
  { path, headers }: Ask,
  form: Readonly<Record<string, string>>,
  send: (page: Ask) => Promise<Answer>,
): Promise<Ask> {
  const page = await send({ method: 'GET', path: '/token', headers: {} });
  const fields = { csrf_name: 'csrf', csrf_value: String(page.body), ...form };
  return {
    method: 'POST',
    path,
    headers: {
      ...headers,
      Cookie: page.headers['set-cookie']?.split(';')[0] ?? '',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: String(new URLSearchParams(fields)),
  };
}

function wanted({ status, headers, body, calls, code }: Row) {
  return {
    status,
    headers: [...ALWAYS, ...headers].sort(),
    ...(body !== undefined && { body }),
    ...(code !== undefined && { code }),
    calls,
    lines: 1,
    spans: 1,
    measured: 1,
    contexts: true,
  };
}

describe.each(adapters)('the whole stack over %s', (_adapter, adapter) => {
  describe.each(implementations)('with %s', (_name, factories) => {
    describe.each(modes)('(%s)', (mode) => {
      it.each(rows)('answers %s', async (_what, row) => {
        expect(await seen(adapter, factories, mode, row)).toEqual(wanted(row));
      });
    });
  });
});

describe('each layer matters to a row', () => {
  const [[, overFetch]] = adapters.toReversed() as [(typeof adapters)[number]];

  it.each(LAYERS)('%s', async (layer) => {
    const same = await Promise.all(
      rows.map(async ([, row]) => {
        const answer = await seen(overFetch, lazy, 'default', row, layer).catch(String);
        return isDeepStrictEqual(answer, wanted(row));
      }),
    );
    expect(same).toContain(false);
  });
});
