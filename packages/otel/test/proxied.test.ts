/** What a target gets from a proxy where the real `instrumentation-undici` traces requests that are sent. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { proxy, type ProxyOptions } from '@mortise/proxy';
import { SpanKind } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { createApp, serve } from 'mortise';
import { Agent } from 'undici';
import { openTelemetry } from '../src/index.js';
import { overHttp1 } from './clients.js';
import { HEADERS } from './golden.js';
import { Sdk } from './sdk.js';

const TRACE = HEADERS['traceparent']?.split('-')[1];

const sdk = new Sdk();
const instrumentation = new UndiciInstrumentation();
/** The trace headers of each request that the target got. */
const received: string[][] = [];
const target = createServer(({ rawHeaders }, outgoing) => {
  const isTrace = (_: string, at: number) => /^trace/i.test(rawHeaders[at - (at % 2)] as string);
  received.push(rawHeaders.filter(isTrace));
  setTimeout(() => outgoing.end(), 20);
});

beforeAll(async () => {
  instrumentation.setTracerProvider(sdk.tracerProvider);
  await once(target.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  received.length = 0;
  sdk.exporter.reset();
});
afterAll(async () => {
  instrumentation.disable();
  target.close();
  await sdk.close();
});

/** Sends some requests of one trace at the same time. @returns the spans of the server and those of the requests to the target */
async function forwarded(options: Partial<ProxyOptions>, isTraced: boolean, count = 1) {
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const forward = proxy({ target: url, ...options });
  const app = createApp();
  app.get('/{number}', (request) => forward.handle(request), { body: false });
  if (isTraced) app.add(openTelemetry());
  const server = await serve(app, { port: 0 });
  const headers = { ...HEADERS, tracestate: 'vendor=1' };
  const paths = Array.from({ length: count }, (_, number) => ({ path: `/${number}` }));
  const waits = () => Promise.resolve();
  await Promise.all(paths.map((ask) => overHttp1(server.url, ask, headers, waits)));
  await server.close();
  await forward.close();
  const spans = sdk.spans();
  return [SpanKind.SERVER, SpanKind.CLIENT].map((kind) =>
    spans.filter((span) => span.kind === kind),
  );
}

/** The types of undici differ from the members that are called. */
const dispatcher = new Agent() as never;

describe('the target of a proxy', () => {
  it.each<[string, Partial<ProxyOptions>, number]>([
    ['a connection of the proxy', {}, 1],
    ['a connection that it waits for', { connections: 1 }, 3],
    ['a dispatcher of the application', { dispatcher }, 1],
  ])('gets one trace, that of this request, over %s', async (_over, options, count) => {
    const [served, sent] = await forwarded(options, true, count);
    const ids = (sent ?? []).map((span) => span.spanContext());
    expect(received).toEqual(
      ids.map(({ traceId, spanId }) => [
        ...['traceparent', `00-${traceId}-${spanId}-01`, 'tracestate', 'vendor=1'],
      ]),
    );
    expect(new Set(ids.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    const parents = (sent ?? []).map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(parents.sort()).toEqual((served ?? []).map((span) => span.spanContext().spanId).sort());
    expect(parents).toHaveLength(count);
  });

  it('gets no tracestate of the client with a trace that begins here', async () => {
    await forwarded({}, false);
    expect(received).toEqual([['traceparent', expect.not.stringContaining(String(TRACE))]]);
  });

  it('gets the trace of the client where nothing traces', async () => {
    instrumentation.disable();
    await forwarded({}, true);
    instrumentation.enable();
    expect(received).toEqual([['traceparent', HEADERS['traceparent'], 'tracestate', 'vendor=1']]);
  });
});
