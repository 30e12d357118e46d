import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { propagation } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createApp, serve, text } from 'mortise';
import { openTelemetry, type OpenTelemetryOptions } from '../src/index.js';
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
const fail = (): never => {
  throw new Error('of telemetry');
};
const done = () => Promise.resolve();
const quiet: SpanProcessor = {
  ...{ onStart: () => undefined, onEnd: () => undefined, forceFlush: done, shutdown: done },
};

describe.each(nodeImplementations)('with %s', (_, factories) => {
  /** What a client gets for a path, over a socket, and what `onError` of the server gets. */
  const ask = async (path: string, options: OpenTelemetryOptions = {}) => {
    const app = createApp({ factories, logger: silent });
    app.get('/', (_request, response) => text(response, 'served'));
    app.get('/unreadable', () => {
      throw Object.defineProperty(new Error(), 'message', { get: fail });
    });
    app.add(openTelemetry(options));
    const errors: unknown[] = [];
    const server = await serve(app, { port: 0, onError: (error) => void errors.push(error) });
    const response = await fetch(new URL(path, server.url));
    const received = [response.status, await response.text()];
    await server.close();
    return { received, errors };
  };
  const tracerWith = (processor: Partial<SpanProcessor>) =>
    new BasicTracerProvider({ spanProcessors: [{ ...quiet, ...processor }] }).getTracer('failing');

  it.each<[string, () => OpenTelemetryOptions]>([
    ['is skipped', () => ({ skip: fail })],
    ['starts', () => ({ tracer: tracerWith({ onStart: fail }) })],
    ['ends', () => ({ tracer: tracerWith({ onEnd: fail }) })],
    [
      'is sampled',
      () => {
        const sampler = { shouldSample: fail, toString: () => 'failing' };
        return { tracer: new BasicTracerProvider({ sampler }).getTracer('failing') };
      },
    ],
  ])(
    'a request is served though telemetry fails when a span %s, and onError gets the error',
    async (_when, options) => {
      const { received, errors } = await ask('/', options());
      expect([received, errors]).toEqual([
        [200, 'served'],
        [expect.objectContaining({ errors: [new Error('of telemetry')] })],
      ]);
    },
  );

  it('a request is served though the propagator fails', async () => {
    propagation.disable();
    propagation.setGlobalPropagator({ extract: fail, inject: fail, fields: () => [] });
    try {
      const { received } = await ask('/');
      expect(received).toEqual([200, 'served']);
    } finally {
      propagation.disable();
      propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    }
  });

  it('the span and the count of a request end though its error throws when it is read', async () => {
    const { received } = await ask('/unreadable');
    const points = await sdk.points();
    const active = points.filter(({ metric }) => metric === 'http.server.active_requests');
    expect([received[0], sdk.spans().map(({ name }) => name)]).toEqual([500, ['GET /unreadable']]);
    expect(active.map(({ value }) => value)).toEqual(active.map(() => 0));
    expect(active.length).toBeGreaterThan(0);
  });
});
