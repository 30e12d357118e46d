/**
 * The layers together, in every combination of what a request and a client can be: the answer follows from a few rules, one
 * for each header, which know nothing of each other.
 */
import { afterAll } from '@jest/globals';
import type { HttpFactoriesInterface } from '@mortise/http-message';
import { factories as lazy } from '@mortise/message/node';
import type { AppInterface } from 'mortise';
import { type Adapter, adapters, overFetch, type Served } from './adapters.js';
import { numRuns } from '../properties/num-runs.js';
import { describeStates, type StateOf } from './states-of.js';
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

/** What a client that is over the limit may send. */
const LIMIT = 1;

/** The values of each dimension. */
const STATES = {
  path: Object.keys(ROUTES) as (keyof typeof ROUTES)[],
  method: ['GET', 'HEAD', 'OPTIONS', 'preflight'],
  accept: ['text/html', 'application/json'],
  coding: ['gzip', 'identity'],
  origin: [null, ORIGIN, 'https://other.example'],
  condition: [null, '*', '"other"'],
  visit: ['first', 'with a session', 'over the limit'],
} as const;

type State = StateOf<typeof STATES>;

function statusOf(state: State): number {
  const { path, method, condition, visit } = state;
  if (method === 'preflight') return 204;
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
    // Only the page is long enough to be compressed; a 304 has the tag of its 200.
    return state.coding === 'gzip' && state.path === '/' ? 'coded' : 'plain';
  },
  ratelimit: () => 'present',
  'retry-after': (state) => {
    if (statusOf(state) === 429) return 'present';
    return statusOf(state) === 403 ? '5' : null;
  },
  'set-cookie': (state) => (usesSession(state) && isFirst(state) ? 'present' : null),
  vary: (state, mode) => {
    if (state.method === 'preflight') return `${REQUESTED}-Headers, ${REQUESTED}-Method, Origin`;
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
/** The layer that answers preflights is outside those that set the others. */
const OF_PREFLIGHTS: ReadonlySet<string> = new Set(['access-control-allow-origin', 'vary']);
const REQUESTED = 'Access-Control-Request';
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

interface Shared extends Served {
  readonly app: AppInterface;
}

/** By name: requests share an application, and differ in their sessions. */
const shared = new Map<string, Shared>();
afterAll(async () => {
  for (const { close } of shared.values()) await close();
});

/** @param limit the requests that a client may send */
async function sharedApp(
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  mode: Mode,
  limit: number,
): Promise<Shared> {
  const name = [adapters.findIndex(([, one]) => one === adapter), factories === lazy, mode, limit];
  const known = shared.get(name.join());
  if (known !== undefined) return known;
  const { app } = wholeStack(factories, mode, [], limit, { type: 'public', maxAge: 60 });
  const made = { app, ...(await adapter.serve(app)) };
  shared.set(name.join(), made);
  return made;
}

async function answered(
  adapter: Adapter,
  factories: HttpFactoriesInterface,
  mode: Mode,
  { path, method, accept, coding, origin, condition, visit }: State,
) {
  const limit = visit === 'over the limit' ? LIMIT : 10_000;
  const { app, send } = await sharedApp(adapter, factories, mode, limit);
  // What came before is sent without a server, which would be another one for each request.
  const before = (path: string) => overFetch(app, { method: 'GET', path, headers: {} });
  let cookie: string | undefined;
  if (visit === 'with a session') {
    const first = await before('/counted');
    cookie = first.headers['set-cookie']?.split(';')[0];
  }
  if (visit === 'over the limit') for (let sent = 0; sent < LIMIT; sent++) await before('/note');
  const { status, headers, body } = await send({
    ...{ method: method === 'preflight' ? 'OPTIONS' : method, path },
    headers: {
      ...{ Accept: accept, 'Accept-Encoding': coding },
      ...(origin !== null && { Origin: origin }),
      ...(method === 'preflight' && { 'Access-Control-Request-Method': 'PUT' }),
      ...(condition !== null && { 'If-None-Match': condition }),
      ...(cookie !== undefined && { Cookie: cookie }),
    },
  });
  return { status, headers, hasBody: body.length > 0 };
}

function comparable(name: string, value: string | null, wanted: unknown): string | null {
  if (value === null) return null;
  if (name === 'set-cookie') return value.split('session=').length === 2 ? 'present' : value;
  if (wanted === 'present') return 'present';
  if (name === 'vary') return value.split(', ').sort().join(', ');
  if (name === 'etag') return value.endsWith('-gzip"') ? 'coded' : 'plain';
  return value;
}

const strideOf = (adapter: string): number => {
  if (adapter !== 'fetch') return 47;
  return numRuns(1_000) < 1_000 ? 31 : 11;
};

describeStates(
  'every state of a request and its client',
  STATES,
  strideOf,
  async (given, mode, adapter, factories) => {
    const answer = await answered(adapter, factories, mode, given);
    // From a client that is not a browser, it is like any other OPTIONS.
    const isOther = given.method === 'preflight' && given.origin === null;
    const state: State = isOther ? { ...given, method: 'OPTIONS' } : given;
    const wanted: Record<string, unknown> = {
      status: statusOf(state),
      body: state.method !== 'HEAD' && ![204, 304].includes(statusOf(state)),
    };
    const seen: Record<string, unknown> = { status: answer.status, body: answer.hasBody };
    for (const [name, rule] of Object.entries(HEADERS)) {
      const isLeftOut = state.method === 'preflight' && !OF_PREFLIGHTS.has(name);
      wanted[name] = isLeftOut ? null : rule(state, mode);
      seen[name] = comparable(name, answer.headers[name] ?? null, wanted[name]);
    }
    return { wanted, seen };
  },
);
