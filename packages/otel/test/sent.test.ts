/** What a server gets from an `HttpClient` where the real `instrumentation-undici` traces requests that are sent. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClientOptions, HttpClient } from '@mortise/http-client';
import { factories } from '@mortise/message';
import { context, trace } from '@opentelemetry/api';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { Agent } from 'undici';
import { HEADERS } from './golden.js';
import { Sdk } from './sdk.js';

const sdk = new Sdk();
const instrumentation = new UndiciInstrumentation();
/** The trace headers of each request that the server got. */
const received: string[][] = [];
const server = createServer(({ rawHeaders }, outgoing) => {
  const isTrace = (_: string, at: number) => /^trace/i.test(rawHeaders[at - (at % 2)] as string);
  received.push(rawHeaders.filter(isTrace));
  setTimeout(() => outgoing.end(), 20);
});

beforeAll(async () => {
  instrumentation.setTracerProvider(sdk.tracerProvider);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  received.length = 0;
  sdk.exporter.reset();
});
afterAll(async () => {
  instrumentation.disable();
  server.close();
  await sdk.close();
});

/**
 * Sends requests at the same time, each in a span of its own, with the trace headers of a client.
 *
 * @returns the ids of these spans
 */
async function sent(options: Partial<ClientOptions>, count = 1): Promise<string[]> {
  const client = new HttpClient({ factories, ...options });
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const request = factories
    .createRequest('GET', uri)
    .withHeader('traceparent', String(HEADERS['traceparent']))
    .withHeader('tracestate', 'vendor=1');
  const spans = Array.from({ length: count }, () =>
    sdk.tracerProvider.getTracer('test').startSpan('work'),
  );
  await Promise.all(
    spans.map((span) =>
      context.with(trace.setSpan(context.active(), span), async () => {
        await (await client.sendRequest(request)).getBody().text();
        span.end();
      }),
    ),
  );
  await client.close();
  return spans.map((span) => span.spanContext().spanId);
}

/** The types of undici differ from the members that are called. */
const dispatcher = new Agent() as never;

describe('a server that an HttpClient sends requests to', () => {
  it.each<[string, Partial<ClientOptions>, number]>([
    ['a connection of the client', {}, 1],
    ['a connection that it waits for', { connections: 1 }, 3],
    ['a dispatcher of the application', { dispatcher }, 1],
  ])('gets one trace, that of the call, over %s', async (_over, options, count) => {
    const callers = await sent(options, count);
    const spans = sdk.spans().filter(({ parentSpanContext }) => parentSpanContext !== undefined);
    const ids = spans.map((span) => span.spanContext());
    expect(received).toEqual(
      ids.map(({ traceId, spanId }) => ['traceparent', `00-${traceId}-${spanId}-01`]),
    );
    const parents = spans.map(({ parentSpanContext }) => String(parentSpanContext?.spanId));
    expect(parents.sort()).toEqual(callers.sort());
  });

  it('gets the trace of the request where nothing traces', async () => {
    instrumentation.disable();
    await sent({});
    instrumentation.enable();
    expect(received).toEqual([['traceparent', HEADERS['traceparent'], 'tracestate', 'vendor=1']]);
  });
});
