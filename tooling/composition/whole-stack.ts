/** One application with the layers of a website, in the order of docs/order-of-middleware.md. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bearerAuth, fromCookie } from '@mortise/auth';
import { compression } from '@mortise/compression/node';
import { COOKIES, signedCookies, withSignedCookie } from '@mortise/cookies';
import { cors } from '@mortise/cors';
import { CSRF, crossOriginProtection, csrfTokens } from '@mortise/csrf';
import { assertPrecondition, etag, httpCache, type HttpCacheOptions } from '@mortise/http-cache';
import { health } from '@mortise/health';
import { idempotency } from '@mortise/idempotency';
import { metrics } from '@mortise/metrics';
import { openTelemetry } from '@mortise/otel';
import { rateLimit } from '@mortise/rate-limit';
import { accessLog, requestId, serverTiming, serverTimingHeader } from '@mortise/request-log';
import { currentRequest, requestContext } from '@mortise/request-log/node';
import { secureHeaders } from '@mortise/secure-headers';
import { session, sessionOf } from '@mortise/session';
import { staticFiles } from '@mortise/static/node';
import { eventStream } from '@mortise/sse';
import { memoryStore, type StoreInterface } from '@mortise/store';
import { render, view } from '@mortise/view';
import type { Tracer } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { Registry } from 'prom-client';
import type { HttpFactoriesInterface, ServerRequestInterface } from '@mortise/http-message';
import {
  type AppInterface,
  canonicalUrl,
  createApp,
  httpError,
  methodOverride,
  type MiddlewareInterface,
  type RouteHandler,
  text,
} from 'mortise';

export const ORIGIN = 'https://app.example';
/** The folder of a single-page application. */
const PAGES = fileURLToPath(new URL('fixtures', import.meta.url));

export const PAGE = 'page '.repeat(1000);

const KEYS = ['of the composition suite, 32 bytes'];

/** The modes of errors, and what they add innermost. */
export type Mode = 'default' | 'error middleware';

export interface Stack {
  readonly app: AppInterface;
  /** The lines of the access log. */
  readonly lines: string[];
  /** The calls of the sessions' store. */
  readonly calls: string[];
  /** The names of the spans that have ended. */
  readonly spans: string[];
  readonly registry: Registry;
  /** For each request that reached routing, whether it is known to deep code. */
  readonly contexts: boolean[];
}

/** Innermost first. */
export const LAYERS = [
  'methodOverride',
  'csrfTokens',
  'view',
  'signedCookies',
  'session',
  'crossOriginProtection',
  'canonicalUrl',
  'staticFiles',
  'rateLimit',
  'etag',
  'httpCache',
  'compression',
  'cors',
  'secureHeaders',
  'serverTimingHeader',
  'accessLog',
  'health',
  'requestContext',
  'metrics',
  'openTelemetry',
  'requestId',
] as const;

/**
 * @param without the names of layers that are left out
 * @param limit the requests that a client may send
 * @param cache the options of `httpCache`
 */
export function wholeStack(
  factories: HttpFactoriesInterface,
  mode: Mode,
  without: readonly string[] = [],
  limit = 9,
  cache: HttpCacheOptions = {},
): Stack {
  const lines: string[] = [];
  const calls: string[] = [];
  const spans: string[] = [];
  const contexts: boolean[] = [];
  const registry = new Registry();
  const log = { info: (line: string) => void lines.push(line), error: () => undefined };
  const layers: Readonly<Record<(typeof LAYERS)[number], MiddlewareInterface>> = {
    methodOverride: methodOverride(),
    csrfTokens: csrfTokens(),
    view: view({ engine: { render: (name, { title }) => `${name} ${String(title)}` } }),
    signedCookies: signedCookies({ keys: KEYS }),
    session: session({ store: noting(calls), cookie: { secure: false } }),
    crossOriginProtection: crossOriginProtection(),
    canonicalUrl: canonicalUrl({ slash: 'never' }),
    staticFiles: staticFiles({ root: PAGES, prefix: '/shelves', fallback: 'index.html' }),
    rateLimit: rateLimit({
      store: memoryStore(),
      policies: [{ name: 'all', limit, window: 60 }],
    }),
    etag: etag(),
    httpCache: httpCache(cache),
    compression: compression({ codings: ['gzip'] }),
    cors: cors({ origins: [ORIGIN], methods: ['GET', 'PUT'] }),
    secureHeaders: secureHeaders(),
    serverTimingHeader: serverTimingHeader({ allow: () => true }),
    accessLog: accessLog(log),
    health: health(),
    requestContext: requestContext(),
    metrics: metrics({ registry }),
    openTelemetry: openTelemetry({ tracer: tracerTo(spans) }),
    requestId: requestId({ create: () => '7' }),
  };
  const app = createApp({
    factories,
    body: {},
    logger: { error: () => undefined, info: () => undefined },
  });
  routes(app, calls);
  const mounted = createApp({ factories });
  for (const each of [app, mounted]) each.get('/streamed/{end}', streamedBy(factories));
  app.mount('/mounted', mounted);
  if (mode === 'error middleware') app.addErrorMiddleware();
  app.add((request, handler) => {
    contexts.push(currentRequest() !== null);
    return handler.handle(request);
  });
  for (const name of LAYERS) if (!without.includes(name)) app.add(layers[name]);
  return { app, lines, calls, spans, registry, contexts };
}

/** Bodies that say whether they know their request, and end as the path says: `whole`, `fails`, or `left` by the client. */
function streamedBy(factories: HttpFactoriesInterface): RouteHandler<'/streamed/{end}'> {
  return (request, response, { end }) => {
    const { signal } = request.getLifetime();
    async function* parts() {
      yield `${PAGE}${String(currentRequest() !== null)}`;
      await new Promise(setImmediate);
      if (end === 'left' && !signal.aborted) await once(signal, 'abort');
      if (end === 'fails') throw new Error('out of paper');
      yield ` ${String(currentRequest() !== null)}`;
    }
    const body = factories.createStreamFromResource(parts());
    return response.withHeader('Content-Type', 'text/plain').withBody(body);
  };
}

function routes(app: AppInterface, calls: string[]): void {
  app.get('/', (_request, response) => text(response, PAGE));
  app.get('/counted', (request, response) => {
    sessionOf(request).set('visits', 1);
    return text(response, 'counted');
  });
  // Inside the session of the whole application, whose cookie it has: both are one.
  const layers = [session({ store: noting(calls, 5), cookie: { secure: false } })];
  app.group(
    '/nested',
    (nested) => {
      nested.get('/counted', (request, response) => {
        sessionOf(request).set('visits', 1);
        return text(response, 'counted');
      });
      nested.get('/fails', (request) => {
        sessionOf(request).set('failures', 1);
        throw new Error('out of paper');
      });
    },
    { layers },
  );
  app.get('/token', (request, response) =>
    text(response, request.getAttribute(CSRF)?.getTokenValue() ?? ''),
  );
  app.put('/note', (_request, response) => text(response, 'saved'));
  routesOfAddOns(app);
  const verify = (_request: unknown, token: string) => token === 'secret';
  const bearer = bearerAuth({ token: fromCookie('token'), verify });
  app.group(
    '/mine',
    (mine) => {
      mine.any('', (_request, response) => text(response, 'mine'));
      mine.get('/gone', () => {
        throw httpError(404, 'not here', { code: 'GONE' });
      });
    },
    { layers: [bearer] },
  );
  app.put('/versioned', (request, response) => {
    assertPrecondition(request, { etag: '"7"' }, { required: true });
    return text(response, 'replaced');
  });
  app.get('/refused', (request) => {
    sessionOf(request).set('failures', 1);
    throw httpError(403, 'not you', { headers: { 'Retry-After': '5' } });
  });
  app.get('/fails', async (request) => {
    sessionOf(request).set('failures', 1);
    serverTiming(request).start('db');
    return Promise.reject(new Error('out of paper'));
  });
  app.get('/slow', () => new Promise<never>(() => undefined), { limits: { handlerTimeout: 20 } });
  app.get('/text', () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- what the row is about
    throw 'text';
  });
}

/** Routes whose answer an add-on makes. */
function routesOfAddOns(app: AppInterface): void {
  let payments = 0;
  const userOf = (request: ServerRequestInterface) => String(request.getCookieParams()['session']);
  app.post('/paid', (_request, response) => text(response.withStatus(201), `no. ${++payments}`), {
    layers: [idempotency({ store: memoryStore(), scope: userOf })],
  });
  app.get('/rendered', (request, response) => render(request, response, 'page', { title: 'A' }));
  app.get('/events', (request, response) => eventStream(request, response, events()));
  app.get('/language', async (request, response) => {
    const language = await request.getAttribute(COOKIES)?.get('language');
    const named = text(response, language ?? 'none');
    return withSignedCookie(named, KEYS, 'language', 'fr');
  });
}

async function* events() {
  yield { data: 'one' };
  yield await Promise.resolve({ data: 'two' });
}

function tracerTo(spans: string[]): Tracer {
  const done = () => Promise.resolve();
  const onEnd = ({ name }: { readonly name: string }) => void spans.push(name);
  const processor = { onStart: () => undefined, onEnd, forceFlush: done, shutdown: done };
  return new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('composition');
}

/** A store that notes the names of its calls when they have ended, `late` ms after they began. */
function noting(calls: string[], late = 0): StoreInterface {
  return new Proxy(memoryStore(), {
    get(store, name: keyof StoreInterface) {
      const member: unknown = Reflect.get(store, name);
      if (typeof member !== 'function') return member;
      return async (...values: unknown[]): Promise<unknown> => {
        const result: unknown = await Reflect.apply(member, store, values);
        if (late > 0) await setTimeout(late);
        calls.push(name);
        return result;
      };
    },
  });
}
