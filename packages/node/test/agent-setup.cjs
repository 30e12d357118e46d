/* global process, __filename */
/**
 * Starts the agent that the variable `AGENT` names, in the process that loads this, and tells
 * `globalThis.agent` how to ask it for the trace that is active.
 */
const { register } = require('node:module');
const { pathToFileURL } = require('node:url');

const agents = {
  opentelemetry() {
    const { context, propagation, trace } = require('@opentelemetry/api');
    const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks');
    const { W3CTraceContextPropagator } = require('@opentelemetry/core');
    const { registerInstrumentations } = require('@opentelemetry/instrumentation');
    const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
    const sdk = require('@opentelemetry/sdk-trace-base');
    const exporter = new sdk.InMemorySpanExporter();
    const spanProcessors = [new sdk.SimpleSpanProcessor(exporter)];
    const tracerProvider = new sdk.BasicTracerProvider({ spanProcessors });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    registerInstrumentations({ tracerProvider, instrumentations: [new HttpInstrumentation()] });
    return {
      trace: () => trace.getActiveSpan()?.spanContext().traceId,
      spans: () => exporter.getFinishedSpans().map((span) => span.spanContext().traceId),
    };
  },
  sentry() {
    const Sentry = require('@sentry/node');
    Sentry.init({
      dsn: 'https://key@sentry.test/1',
      tracesSampleRate: 1,
      transport: silent(Sentry),
    });
    return {
      trace: () => Sentry.getActiveSpan()?.spanContext().traceId,
      setUser: (id) => Sentry.setUser({ id }),
      user: () => Sentry.getIsolationScope().getUser()?.id,
    };
  },
};

/** Sends nothing anywhere. */
function silent({ createTransport }) {
  return (options) => createTransport(options, () => Promise.resolve({ statusCode: 200 }));
}

if (process.env.HOOKED !== undefined) {
  // Of its own modules alone: the sources need another hook.
  const data = { include: ['node:http', 'node:https', 'http', 'https'] };
  register('@opentelemetry/instrumentation/hook.mjs', pathToFileURL(__filename), { data });
}
globalThis.agent = agents[process.env.AGENT]();
// What is loaded already is only found by `require`, if no hook sees an `import` of it.
if (process.env.HOOKED === undefined) {
  require('node:http');
  require('node:https');
}
