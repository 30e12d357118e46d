/**
 * The layers together, in every combination of what a request and a client can be: the answer follows from a few rules, one
 * for each header, which know nothing of each other.
 */
import { describe, expect, it } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message/node';
import { factories as plain } from '@mortise/message-plain/node';
import { type Adapter, adapters, overFetch } from './adapters.js';
import { numRuns } from '../properties/num-runs.js';
import { type StateOf, statesOf } from './states-of.js';
import { type Mode, ORIGIN, PAGE, wholeStack } from './whole-stack.js';

/** What the routes answer, before any layer. */
const ROUTES = {
  '/': { status: 200, size: PAGE.length, isSession: false },
  '/counted': { status: 200, size: 7, isSession: true },
  '/nested/counted': { status: 200, size: 7, isSession: true },
  '/refused': { status: 403, size: 0, isSession: true },
  '/fails': { status: 500, size: 0, isSession: true },
  '/text': { status: 500, size: 0, isSession: false },
  '/mine': { status: 401, size: 0, isSession: false },
  '/note': { status: 405, size: 0, isSession: false },
  '/nowhere': { status: 404, size: 0, isSession: false },
  '/%00': { status: 400, size: 0, isSession: false },
} as const;

/** Two requests: that which begins a session, and that of the state. */
const LIMIT = 2;

/** The values of each dimension. */
const STATES = {
  path: Object.keys(ROUTES) as (keyof typeof ROUTES)[],
  method: ['GET', 'HEAD', 'OPTIONS'],
  accept: ['text/html', 'application/json'],
  coding: ['gzip', 'identity'],
  origin: [null, ORIGIN, 'https://other.example'],
  condition: [null, '*', '"other"'],
  visit: ['first', 'with a session', 'over the limit'],
} as const;

type State = StateOf<typeof STATES>;

function statusOf(state: State): number {
  const { path, method, condition, visit } = state;
  if (visit === 'over the limit') return 429;
  const { status } = ROUTES[path];
  if (method === 'OPTIONS') return OPEN_TO_OPTIONS.has(status) ? 204 : status;
  return condition === '*' && hasTag(state) ? 304 : status;
}

/** Statuses of routes without a route for OPTIONS of their own. */
const OPEN_TO_OPTIONS: ReadonlySet<number> = new Set([200, 403, 405, 500]);

/** One rule for each header whose presence or value depends on the state; `null` for none. */
const HEADERS: Readonly<Record<string, (state: State, mode: Mode) => string | null>> = {
  'access-control-allow-origin': ({ origin }) => (origin === ORIGIN ? ORIGIN : null),
  allow: (state) => {
    if (statusOf(state) === 405) return 'PUT';
    if (statusOf(state) !== 204) return null;
    return state.path === '/note' ? 'PUT' : 'GET, HEAD';
  },
  'cache-control': (state) => {
    // A cache must not keep an error, or reuse it for another client.
    if (!usesSession(state))
      return statusOf(state) < 400 && state.method !== 'OPTIONS' ? SHARED : null;
    return isFirst(state) ? 'private, no-store' : 'private, no-cache';
  },
  'content-encoding': (state) =>
    state.path === '/' && state.coding === 'gzip' && statusOf(state) === 200 ? 'gzip' : null,
  'content-type': (state) => {
    if (isError(state)) return state.accept === 'text/html' ? HTML : state.accept;
    return statusOf(state) === 200 ? TEXT : null;
  },
  etag: (state) => {
    const status = statusOf(state);
    if (!hasTag(state) || (status !== 200 && status !== 304)) return null;
    // Of a response without its body it is unknown whether it is long enough to be compressed.
    const isCoded = state.coding === 'gzip' && (state.path === '/' || status === 304);
    return isCoded ? 'coded' : 'plain';
  },
  ratelimit: () => 'present',
  'retry-after': (state) => {
    if (statusOf(state) === 429) return 'present';
    return statusOf(state) === 403 ? '5' : null;
  },
  'set-cookie': (state) => (usesSession(state) && isFirst(state) ? 'present' : null),
  vary: (state, mode) => {
    const names = [
      // The limit is outside the error middleware.
      isError(state) && (mode === 'default' || statusOf(state) === 429) && 'Accept',
      (usesSession(state) || statusOf(state) === 401) && 'Cookie',
      statusOf(state) !== 204 && 'Accept-Encoding',
      'Origin',
    ];
    return names.filter(Boolean).sort().join(', ');
  },
};
const SHARED = 'public, max-age=60';
const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

const isError = (state: State): boolean => statusOf(state) >= 400;
const isFirst = ({ visit }: State): boolean => visit === 'first';
const usesSession = (state: State): boolean =>
  ROUTES[state.path].isSession && state.method !== 'OPTIONS' && state.visit !== 'over the limit';
/** A response that sets a cookie is nobody else's, and gets no tag. */
const hasTag = (state: State): boolean =>
  ROUTES[state.path].status === 200 && !(usesSession(state) && isFirst(state));

async function answered(
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  mode: Mode,
  { path, method, accept, coding, origin, condition, visit }: State,
) {
  const { app } = wholeStack(factories, mode, '', LIMIT, { type: 'public', maxAge: 60 });
  // What came before is sent without a server, which would be another one for each request.
  const before = (path: string) => overFetch(app, { method: 'GET', path, headers: {} });
  let cookie: string | undefined;
  if (visit === 'with a session') {
    const first = await before('/counted');
    cookie = first.headers['set-cookie']?.split(';')[0];
  }
  if (visit === 'over the limit') for (let sent = 0; sent < LIMIT; sent++) await before('/note');
  const { status, headers, body } = await adapter(app, {
    ...{ method, path },
    headers: {
      ...{ Accept: accept, 'Accept-Encoding': coding },
      ...(origin !== null && { Origin: origin }),
      ...(condition !== null && { 'If-None-Match': condition }),
      ...(cookie !== undefined && { Cookie: cookie }),
    },
  });
  return { status, headers, hasBody: body.length > 0 };
}

/** What differs from the rules, as text; `null` if nothing does. */
function difference(
  state: State,
  mode: Mode,
  answer: Awaited<ReturnType<typeof answered>>,
): string | null {
  const wanted: Record<string, unknown> = { status: statusOf(state) };
  const seen: Record<string, unknown> = { status: answer.status };
  for (const [name, rule] of Object.entries(HEADERS)) {
    wanted[name] = rule(state, mode);
    seen[name] = comparable(name, answer.headers[name] ?? null, wanted[name]);
  }
  wanted['body'] = state.method !== 'HEAD' && ![204, 304].includes(statusOf(state));
  seen['body'] = answer.hasBody;
  const different = Object.keys(wanted).filter((name) => wanted[name] !== seen[name]);
  if (different.length === 0) return null;
  const listed = different.map(
    (name) => `${name} ${String(seen[name])}, not ${String(wanted[name])}`,
  );
  return `${JSON.stringify(state)}: ${listed.join('; ')}`;
}

function comparable(name: string, value: string | null, wanted: unknown): string | null {
  if (value === null) return null;
  if (name === 'set-cookie') return value.split('session=').length === 2 ? 'present' : value;
  if (wanted === 'present') return 'present';
  if (name === 'vary') return value.split(', ').sort().join(', ');
  if (name === 'etag') return value.endsWith('-gzip"') ? 'coded' : 'plain';
  return value;
}

/**
 * How many states are between two that are tried over an adapter. Numbers that share no factor with those of the values,
 * and are at most 31, meet every pair of values.
 */
const strides = (name: string): number => {
  if (name !== 'fetch') return 31;
  return numRuns(1_000) < 1_000 ? 23 : 11;
};

const IMPLEMENTATIONS = [lazy, plain];
const MODES: readonly Mode[] = ['default', 'error middleware'];

describe.each(MODES)('every state of a request and its client (%s)', (mode) => {
  it.each(adapters)('follows the rules of all layers over %s', async (name, adapter) => {
    const found: string[] = [];
    for (const [at, state] of statesOf(STATES).entries()) {
      if (at % strides(name) !== 0) continue;
      const factories = IMPLEMENTATIONS[at % 2] as HttpFactoriesInterface;
      const different = difference(state, mode, await answered(adapter, factories, mode, state));
      if (different !== null) found.push(different);
    }
    expect(found.slice(0, 5)).toEqual([]);
  });
});
