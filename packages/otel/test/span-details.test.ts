import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerRequestInterface } from '@mortise/http-message';
import { TRACE_ID, TRACE_SAMPLED } from '@mortise/base/keys';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { context, createContextKey, SpanKind, trace } from '@opentelemetry/api';
import {
  hrTimeToMilliseconds,
  type RPCMetadata,
  RPCType,
  setRPCMetadata,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { type AppInterface, createApp, serve, text } from 'mortise';
import { openTelemetry, type OpenTelemetryOptions } from '../src/index.js';
import { HEADERS, seenOf } from './golden.js';
import { nodeImplementations } from '../../../tooling/testing/implementations.js';
import { Sdk } from './sdk.js';

let sdk: Sdk;
beforeAll(() => {
  sdk = new Sdk();
});
afterEach(() => {
  sdk.exporter.reset();
});
afterAll(() => sdk.close());

const silent = { error: () => undefined, info: () => undefined };

describe.each(nodeImplementations)('a span, with %s', (_, factories) => {
  const traced = (options: OpenTelemetryOptions = {}): AppInterface => {
    const app = createApp({ factories, logger: silent });
    app.get('/books/{id}', (_request, response) => text(response.withHeader('X-Shelf', '9'), 'b'));
    app.add(openTelemetry(options));
    return app;
  };
  const ask = async (
    app: Pick<AppInterface, 'handle'>,
    method: string,
    target: string,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    let request: ServerRequestInterface = factories.createServerRequest(method, target, {
      REMOTE_ADDR: '192.0.2.7',
    });
    for (const [name, value] of Object.entries(headers)) request = request.withHeader(name, value);
    const response = await app.handle(request);
    await request.getLifetime().end({ status: response.getStatusCode(), bytes: 1, error: null });
    return sdk.spans().map(seenOf);
  };

  it('ends when the request ends, before its cleanups', async () => {
    const request = factories.createServerRequest('GET', '/books/7');
    const before = performance.now();
    await traced().handle(request);
    const time = performance.now();
    while (performance.now() < time + 20);
    await request.getLifetime().end({ status: 200, time });
    const [span] = sdk.spans();
    expect(hrTimeToMilliseconds(span?.duration ?? [9, 9])).toBeLessThanOrEqual(time - before + 1);
  });

  it('has the attributes of the semantic conventions, and no query', async () => {
    const [span] = await ask(traced(), 'GET', 'https://a.test/books/7?token=s3cret', {
      'User-Agent': 'test/1',
    });
    expect(span?.attributes).toEqual({
      'http.request.method': 'GET',
      'url.scheme': 'https',
      'url.path': '/books/7',
      'server.address': 'a.test',
      'server.port': 443,
      'network.protocol.version': '1.1',
      'client.address': '192.0.2.7',
      'user_agent.original': 'test/1',
      'http.route': '/books/{id}',
      'http.response.status_code': 200,
    });
  });

  it('has the address of an IPv6 host without its brackets', async () => {
    const [span] = await ask(traced(), 'GET', 'http://[2001:db8::1]:99/books/7');
    expect(span?.attributes).toMatchObject({ 'server.address': '2001:db8::1', 'server.port': 99 });
  });

  it('has no name that the client made up', async () => {
    const [span] = await ask(traced(), 'BREW', 'http://a.test:8080/books/7');
    expect(span).toMatchObject({
      name: 'HTTP',
      attributes: {
        'http.request.method': '_OTHER',
        'http.request.method_original': 'BREW',
        'server.port': 8080,
      },
    });
  });

  it('has the headers that the options name, and no others', async () => {
    const capture = { requestHeaders: ['X-Tenant', 'X-Absent'], responseHeaders: ['x-shelf'] };
    const app = traced({ capture });
    const [span] = await ask(app, 'GET', 'http://a.test/books/7', { 'X-Tenant': 'a', 'X-B': 'c' });
    const captured = Object.entries(span?.attributes ?? {}).filter(([name]) =>
      name.includes('.header.'),
    );
    expect(captured).toEqual([
      ['http.request.header.x-tenant', ['a']],
      ['http.response.header.x-shelf', ['9']],
    ]);
  });

  it('is the child of a span that is active already', async () => {
    const outer = trace.getTracer('outer').startSpan('outer');
    await context.with(trace.setSpan(context.active(), outer), () =>
      ask(traced(), 'GET', '/books/7', HEADERS),
    );
    expect(sdk.spans()[0]?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  });

  it('is not made for a request that instrumentation ignores', async () => {
    const key = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');
    const ignored = context.active().setValue(key, true);
    expect(await context.with(ignored, () => ask(traced(), 'GET', '/books/7'))).toEqual([]);
  });

  it('sets the trace of the request, for log lines', async () => {
    const request = factories.createServerRequest('GET', '/books/7');
    await traced().handle(request);
    await request.getLifetime().end();
    expect(request.getLifetime().getValue(TRACE_ID)).toBe(sdk.spans()[0]?.spanContext().traceId);
  });

  it.each([
    ['01', undefined],
    ['00', false],
  ])('of a client whose flags are %s sets TRACE_SAMPLED to %s', async (flags, expected) => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`;
    const request = factories
      .createServerRequest('GET', '/books/7')
      .withHeader('traceparent', traceparent);
    await traced().handle(request);
    expect(request.getLifetime().getValue(TRACE_ID)).toBe('a'.repeat(32));
    expect(request.getLifetime().getValue(TRACE_SAMPLED)).toBe(expected);
    await request.getLifetime().end();
  });

  it.each([
    ['1.0', '1.0'],
    ['2.0', '2'],
  ])('has the version of the protocol: %s as %s', async (received, version) => {
    const request = factories.createServerRequest('GET', '/books/7').withProtocolVersion(received);
    await traced().handle(request);
    await request.getLifetime().end();
    expect(sdk.spans()[0]?.attributes['network.protocol.version']).toBe(version);
  });

  it('of instrumentation-http has its name with the response, even if it ends before the request', async () => {
    const span = trace.getTracer('http').startSpan('GET', { kind: SpanKind.SERVER });
    const metadata: RPCMetadata = { type: RPCType.HTTP, span };
    const request = factories.createServerRequest('GET', '/books/7');
    await context.with(setRPCMetadata(context.active(), metadata), () => traced().handle(request));
    span.end();
    await request.getLifetime().end();
    expect(sdk.spans().map(({ name }) => name)).toEqual(['GET /books/{id}']);
    expect(metadata.route).toBe('/books/{id}');
  });

  it('is made by the tracer of the options', async () => {
    const [span] = await ask(traced({ tracer: trace.getTracer('own') }), 'GET', '/books/7');
    expect(span?.scope).toBe('own');
  });

  it('leaves a synchronous application synchronous', () => {
    const request = factories.createServerRequest('GET', '/books/7');
    expect(traced().handle(request)).not.toBeInstanceOf(Promise);
    void request.getLifetime().end();
  });

  it('is made in an application of variant A too', async () => {
    const app = createVariantA({ factories });
    app.get('/books/{id}', (_request, response) => response);
    app.add(singlePass(openTelemetry()));
    const [span] = await ask(app, 'GET', '/books/7');
    expect(span?.name).toBe('GET /books/{id}');
  });
});

describe('when the collector is down', () => {
  it.each(['refuses connections', 'never responds'])('and %s, requests are served', async (how) => {
    const collector = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => collector.once('listening', resolve));
    const { port } = collector.address() as AddressInfo;
    if (how === 'refuses connections') await new Promise((resolve) => collector.close(resolve));
    const url = `http://127.0.0.1:${port}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: 50 });
    const spanProcessors = [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1 })];
    const provider = new BasicTracerProvider({ spanProcessors });
    const app = createApp({ logger: silent });
    app.get('/', (_request, response) => text(response, 'served'));
    app.add(openTelemetry({ tracer: provider.getTracer('down') }));
    const errors: unknown[] = [];
    const server = await serve(app, { port: 0, onError: (error) => void errors.push(error) });
    for (let round = 0; round < 5; round++)
      expect(await (await fetch(server.url)).text()).toBe('served');
    await server.close();
    await provider.shutdown().catch(() => undefined);
    collector.closeAllConnections();
    collector.close();
    expect(errors).toEqual([]);
  });
});
