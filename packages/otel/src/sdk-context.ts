import { type Context, createContextKey, type Span } from '@opentelemetry/api';

// Keys of @opentelemetry/core, which are registered symbols: no import of the SDK.
const RPC_METADATA = createContextKey('OpenTelemetry SDK Context Key RPC_METADATA');
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** What `instrumentation-http` keeps for frameworks inside it. */
export interface HttpServerSpan {
  readonly type: 'http';
  readonly span: Span;
  /** The route, which `instrumentation-http` then adds to its own metrics. */
  route?: string;
}

/** @returns `null` if `instrumentation-http` has made no span for the request */
export function httpServerSpan(context: Context): HttpServerSpan | null {
  const value = context.getValue(RPC_METADATA) as Partial<HttpServerSpan> | undefined;
  return value?.type === 'http' && value.span !== undefined ? (value as HttpServerSpan) : null;
}

/** Whether the request is not to be traced, such as by `ignoreIncomingRequestHook`. */
export function isSuppressed(context: Context): boolean {
  return context.getValue(SUPPRESS_TRACING) === true;
}

/** Returns a context in which no span is recorded. */
export function suppressed(context: Context): Context {
  return context.setValue(SUPPRESS_TRACING, true);
}
