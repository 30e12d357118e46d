import { isThenable } from '@mortise/base';
import { TRACE_ID, TRACE_SAMPLED } from '@mortise/base/keys';
import { cleanUpInContext, errorOf, inContext, type RunInContext } from '@mortise/base/message';
import type {
  AttributeKey,
  Awaitable,
  MiddlewareInterface,
  RequestEnd,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import {
  type Context,
  context,
  isValidTraceId,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { checkedOptions, type OpenTelemetryOptions } from './open-telemetry-options.js';
import { headerAttributes, requestAttributes } from './request-attributes.js';
import { type RequestOutcome, requestOutcome } from './request-outcome.js';
import { type HttpServerSpan, httpServerSpan, isSuppressed, suppressed } from './sdk-context.js';
import { ServerMetrics } from './server-metrics.js';
import { nameSpan, routeOf, spanName } from './span-name.js';

/** `true` for a request that already has its span: an outer layer calls its handler again, or a mounted application traces too. */
const TRACED: AttributeKey<boolean> = 'mortise.otel';

const SCOPE = '@mortise/otel';

/** A request that has its span. */
interface Traced {
  readonly http: HttpServerSpan | null;
  readonly span: Span;
  readonly inside: Context;
  /** `null` if the span has metrics of its own. */
  readonly measured: ReturnType<ServerMetrics['begin']> | null;
}

/**
 * Traces and measures each request: one server span named after the route, such as `GET /books/{id}`, which ends with the
 * last byte or the abort, and the metrics of the semantic conventions.
 *
 * If `@opentelemetry/instrumentation-http` has created a span, that span gets the name, the route and the error, and its
 * metrics get the route: there is no second span, and no metrics of this package. Handlers, generators of bodies, and
 * upgraded connections run in the context of the span, and `onEnd` cleanups in the context in which they were registered.
 * Add it last, so that it runs first; only `requestId` belongs outside it.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @see https://opentelemetry.io/docs/specs/semconv/http/
 */
export function openTelemetry(given?: OpenTelemetryOptions): MiddlewareInterface {
  const { tracer = trace.getTracer(SCOPE), meter, capture, skip } = checkedOptions(given);
  const { requestHeaders, responseHeaders } = capture;
  let measuring: ServerMetrics | null = null;
  // At the first request: unlike that of tracers, the global provider of meters cannot be replaced later.
  const begin = (request: ServerRequestInterface) =>
    (measuring ??= new ServerMetrics(meter ?? metrics.getMeter(SCOPE))).begin(request);

  const startSpan = (request: ServerRequestInterface, parent: Context): Span => {
    const attributes = requestAttributes(request, requestHeaders);
    return tracer.startSpan(spanName(request), { kind: SpanKind.SERVER, attributes }, parent);
  };

  const open = (request: ServerRequestInterface, outside: Context): Traced => {
    const http = httpServerSpan(outside);
    const parent = http === null ? parentOf(outside, request) : outside;
    const span = http?.span ?? startSpan(request, parent);
    noteTrace(request, span);
    const inside = http === null ? trace.setSpan(parent, span) : outside;
    if (http !== null) span.setAttributes(headerAttributes('request', request, requestHeaders));
    return { http, span, inside, measured: http === null ? begin(request) : null };
  };

  return {
    name: 'openTelemetry',
    process(request, handler) {
      const lifetime = request.getLifetime();
      const outside = context.active();
      if (lifetime.getValue(TRACED) === true || isSuppressed(outside)) {
        return handler.handle(request);
      }
      lifetime.setValue(TRACED, true);
      let traced: Traced | null;
      try {
        traced = skip(request) ? null : open(request, outside);
      } catch (error) {
        // A sampler, a processor, a propagator or `skip` has failed: the request is served, and `onError` of the server
        // gets it.
        lifetime.onEnd(() => {
          throw error;
        });
        return handler.handle(request);
      }
      if (traced === null) return handledIn(suppressed(outside), request, handler);
      const { http, span, inside } = traced;
      let isFinished = false;
      const finishOnce = (end: RequestEnd): void => {
        if (isFinished) return;
        isFinished = true;
        finish(traced, request, end);
      };
      lifetime.onEnd(finishOnce);
      cleanUpInContext(lifetime, () => runIn(context.active()));
      return handledIn(inside, request, handler, (response) => {
        // instrumentation-http can end its span before the request ends, if the client disconnects.
        if (http !== null) {
          nameSpan(span, request, http);
          // And it does not wait for the cleanups of inner layers: this one runs before them.
          lifetime.onEnd(finishOnce);
        }
        span.setAttributes(headerAttributes('response', response, responseHeaders));
      });
    },
  };
}

/** For log lines and exemplars. */
function noteTrace(request: ServerRequestInterface, span: Span): void {
  const { traceId, traceFlags } = span.spanContext();
  if (!isValidTraceId(traceId)) return;
  const lifetime = request.getLifetime();
  lifetime.setValue(TRACE_ID, traceId);
  if ((traceFlags & TraceFlags.SAMPLED) === 0) lifetime.setValue(TRACE_SAMPLED, false);
}

/** Handles a request, and reads the body of its response, in a context. */
function handledIn(
  inside: Context,
  request: ServerRequestInterface,
  handler: RequestHandlerInterface,
  see: (response: ResponseInterface) => void = () => undefined,
): Awaitable<ResponseInterface> {
  const seen = (response: ResponseInterface): ResponseInterface => {
    see(response);
    return inContext(response, runIn(inside));
  };
  const response = context.with(inside, () => handler.handle(request));
  return isThenable(response) ? response.then(seen) : seen(response);
}

function runIn(inside: Context): RunInContext {
  return (call) => context.with(inside, call);
}

const headers: TextMapGetter<ServerRequestInterface> = {
  keys: (request) => Object.keys(request.getHeaders()),
  get: (request, name) => (request.hasHeader(name) ? request.getHeaderLine(name) : undefined),
};

/** A span that is active already is the parent: other instrumentation has read the headers. */
function parentOf(outside: Context, request: ServerRequestInterface): Context {
  return trace.getSpan(outside) === undefined
    ? propagation.extract(outside, request, headers)
    : outside;
}

/** Ends the span and the count whatever fails: the error of a request can throw when it is read. */
function finish(
  { http, span, measured }: Traced,
  request: ServerRequestInterface,
  end: RequestEnd,
): void {
  const outcome = requestOutcome(end, errorOf(request));
  try {
    nameSpan(span, request, http);
    describeOutcome(span, outcome);
  } finally {
    try {
      measured?.(end, outcome, routeOf(request));
    } finally {
      if (http === null) span.end(end.time);
    }
  }
}

function describeOutcome(span: Span, { status, errorType, exception }: RequestOutcome): void {
  if (status !== null) span.setAttribute('http.response.status_code', status);
  if (errorType !== null) {
    span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
  }
  if (exception !== null) span.recordException(exception);
}
