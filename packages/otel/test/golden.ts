import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { Ask } from './clients.js';

/** What is seen of one request. */
export interface Row {
  readonly name: string;
  readonly route: string | null;
  readonly status: number | null;
  readonly error: string | null;
  /** The class of each recorded exception. */
  readonly exceptions: readonly string[];
  /** The names of the spans inside, which are all in the trace of the client. */
  readonly inside: readonly string[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT = 'b7ad6b7169203331';
/** The headers of a client that traces, with secrets. */
export const HEADERS: Readonly<Record<string, string>> = {
  traceparent: `00-${TRACE}-${CLIENT}-01`,
  authorization: 'Bearer s3cret-token',
  cookie: 'session=s3cret-session',
};

const row = (name: string, more: Partial<Row> = {}): Row => ({
  name,
  route: null,
  status: 200,
  error: null,
  exceptions: [],
  inside: [],
  ...more,
});
const found = (method: string, route: string, more: Partial<Row> = {}): Row =>
  row(`${method} ${route}`, { route, ...more });

/** The golden table: each request, and its one span. */
export const golden: readonly (readonly [Ask, Row])[] = [
  [{ path: '/books/7?token=s3cret-query' }, found('GET', '/books/{id}', { inside: ['query'] })],
  [{ path: '/books/8', method: 'HEAD' }, found('HEAD', '/books/{id}', { inside: ['query'] })],
  [{ path: '/later/7' }, found('GET', '/later/{id}', { inside: ['query later'] })],
  [{ path: '/books', method: 'POST', body: 'emma' }, found('POST', '/books')],
  [
    { path: '/fail' },
    found('GET', '/fail', { status: 500, error: 'RangeError', exceptions: ['RangeError'] }),
  ],
  // Its cleanup takes longer than the response.
  [
    { path: '/unclean' },
    found('GET', '/unclean', {
      status: 500,
      error: 'RangeError',
      exceptions: ['RangeError'],
      inside: ['cleanup'],
    }),
  ],
  [
    { path: '/busy' },
    found('GET', '/busy', { status: 503, error: 'HTTP_503', exceptions: ['HTTP_503'] }),
  ],
  [{ path: '/refused' }, found('GET', '/refused', { status: 403 })],
  [{ path: '/nowhere/1' }, row('GET', { status: 404 })],
  [{ path: '/nowhere/2' }, row('GET', { status: 404 })],
  [{ path: '/books/7', method: 'DELETE' }, row('DELETE', { status: 405 })],
  [{ path: '/%00' }, row('GET', { status: 400 })],
  [{ path: '/stream' }, found('GET', '/stream', { inside: ['in the stream'] })],
  [
    { path: '/broken' },
    found('GET', '/broken', { status: null, error: 'RangeError', exceptions: ['RangeError'] }),
  ],
  [{ path: '/events' }, found('GET', '/events', { inside: ['event'] })],
  [{ path: '/admin/users/ada' }, found('GET', '/admin/users/{name}', { inside: ['user'] })],
  [
    { path: '/slow/7', aborted: true },
    found('GET', '/slow/{id}', { status: null, error: 'REQUEST_ABORTED' }),
  ],
];

/** The row of a request whose connection was taken over. */
export const upgraded: Row = found('GET', '/socket', { status: 101, inside: ['message'] });

/** The part of a span that the tables need, which survives JSON. */
export interface Seen {
  readonly name: string;
  readonly isServer: boolean;
  readonly scope: string;
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly exceptions: readonly string[];
}

export function seenOf(span: ReadableSpan): Seen {
  return {
    name: span.name,
    isServer: span.kind === SpanKind.SERVER,
    scope: span.instrumentationScope.name,
    trace: span.spanContext().traceId,
    id: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    attributes: span.attributes,
    failed: span.status.code === SpanStatusCode.ERROR,
    exceptions: span.events.map(({ attributes }) => String(attributes?.['exception.type'])),
  };
}

/** Returns the row of each server span, in their order. @throws {Error} if a span is not in its client's trace */
export function rowsOf(spans: readonly Seen[]): readonly Row[] {
  const servers = spans.filter(({ isServer }) => isServer);
  const inside = spans.filter(({ isServer, scope }) => !isServer && scope === 'inner');
  for (const { name, trace } of [...servers, ...inside])
    if (trace !== TRACE) throw new Error(`${name} began a trace of its own`);
  for (const { name, parent } of servers)
    if (parent !== CLIENT) throw new Error(`${name} has another parent than the client`);
  return servers.map(({ name, attributes, exceptions, failed, id }) => {
    const error = (attributes['error.type'] as string | undefined) ?? null;
    if (failed !== (error !== null)) throw new Error(`${name} has a status without its error`);
    return {
      name,
      route: (attributes['http.route'] as string | undefined) ?? null,
      status: (attributes['http.response.status_code'] as number | undefined) ?? null,
      error,
      exceptions,
      inside: inside.filter(({ parent }) => parent === id).map((span) => span.name),
    };
  });
}
