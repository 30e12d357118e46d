import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApp as createVariantA, singlePass } from '@mortise/compat-variant-a';
import { OptionError } from '@mortise/base/options';
import { toFetchHandler } from '@mortise/fetch';
import { Counter, Gauge, Histogram, register, Registry } from 'prom-client';
import { type AppInterface, createApp, serve, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { waitFor } from '../../../tooling/testing/wait-for.js';
import { implementations } from '../../../tooling/testing/implementations.js';
import { metrics, metricsHandler, type MetricsOptions } from './index.js';

const silent = { error: () => undefined, info: () => undefined };
const COUNT = 'http_request_duration_seconds_count';

afterEach(() => {
  register.clear();
});

/** The lines of a metric, without its name, sorted. */
async function linesOf(registry: Registry, name: string): Promise<readonly string[]> {
  return (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => line.slice(name.length))
    .sort();
}

describe.each(implementations)('metrics with %s', (_, factories) => {
  const measured = (options: MetricsOptions): AppInterface => {
    const app = createApp({ factories, logger: silent });
    app.get('/books/{id}', (__, response, { id }) => text(response, id));
    app.get('/fail', () => {
      throw new Error('out of paper');
    });
    app.get(
      '/slow',
      (request, response) =>
        new Promise((resolve) => {
          request.getLifetime().onEnd(() => {
            resolve(response);
          });
        }),
    );
    app.add(metrics(options));
    return app;
  };

  it('count by method, route and class of the status, never by what the client chose', async () => {
    const registry = new Registry();
    const client = inProcess(measured({ registry }));
    for (const path of ['/books/7', '/books/8', '/fail', '/nowhere/1', '/nowhere/2', '/%00'])
      await client.get(path);
    await client.request('BREW', '/books/7');
    expect(await linesOf(registry, COUNT)).toEqual([
      '{method="GET",route="(none)",status_class="4xx"} 3',
      '{method="GET",route="/books/{id}",status_class="2xx"} 2',
      '{method="GET",route="/fail",status_class="5xx"} 1',
      '{method="OTHER",route="(none)",status_class="4xx"} 1',
    ]);
    expect(await linesOf(registry, 'http_response_bytes_total')).toContain(
      '{method="GET",route="/books/{id}",status_class="2xx"} 2',
    );
    expect(await linesOf(registry, 'http_requests_in_flight')).toEqual([' 0']);
  });

  it('measure to the end of the request, without its cleanups', async () => {
    const registry = new Registry();
    const request = factories.createServerRequest('GET', '/books/7');
    await measured({ registry }).handle(request);
    await request.getLifetime().end({ status: 200, time: performance.now() + 60_000 });
    const [sum] = await linesOf(registry, 'http_request_duration_seconds_sum');
    expect(Math.round(Number(sum?.split(' ')[1]))).toBe(60);
  });

  it('count an aborted request', async () => {
    const registry = new Registry();
    const app = measured({ registry });
    const server = await serve(app, { port: 0 });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await waitFor(async () => (await linesOf(registry, 'http_requests_in_flight'))[0] === ' 1');
    socket.destroy();
    await waitFor(async () => (await linesOf(registry, COUNT)).length > 0);
    expect(await linesOf(registry, COUNT)).toEqual([
      '{method="GET",route="/slow",status_class="aborted"} 1',
    ]);
    await server.close();
  });

  it('count a request once, although a layer tries again and a mounted application measures', async () => {
    const registry = new Registry();
    const app = measured({ registry });
    app.mount('/inner', measured({ registry }));
    app.add(async (request, handler) => {
      await handler.handle(request);
      return handler.handle(request);
    });
    await inProcess(app).get('/inner/books/7');
    expect(await linesOf(registry, COUNT)).toEqual([
      '{method="GET",route="/inner/books/{id}",status_class="2xx"} 1',
    ]);
  });

  it('count in a fetch handler', async () => {
    const registry = new Registry();
    const handler = toFetchHandler(measured({ registry }));
    expect(await (await handler(new Request('http://a/books/7'))).text()).toBe('7');
    expect(await linesOf(registry, COUNT)).toHaveLength(1);
  });

  it('count in variant A', async () => {
    const registry = new Registry();
    const app = createVariantA({ factories });
    app.get('/books/{id}', (__, response) => response);
    app.add(singlePass(metrics({ registry })));
    const request = factories.createServerRequest('GET', '/books/7');
    await app.handle(request);
    await request.getLifetime().end({ status: 200 });
    expect(await linesOf(registry, COUNT)).toEqual([
      '{method="GET",route="/books/{id}",status_class="2xx"} 1',
    ]);
  });

  it('are on the page, which no cache keeps', async () => {
    const app = measured({});
    await inProcess(app).get('/books/7');
    const page = metricsHandler();
    const response = await page.handle(factories.createServerRequest('GET', '/'));
    expect(response.getHeaderLine('Content-Type')).toBe(register.contentType);
    expect(response.getHeaderLine('Cache-Control')).toBe('no-store');
    expect(await response.getBody().text()).toContain(
      `${COUNT}{method="GET",route="/books/{id}",status_class="2xx"} 1`,
    );
  });

  it('leave a synchronous application synchronous', () => {
    const request = factories.createServerRequest('GET', '/books/7');
    expect(measured({ registry: new Registry() }).handle(request)).not.toBeInstanceOf(Promise);
  });
});

describe('the options of metrics', () => {
  it('leave it the name that applications list', () => {
    expect(metrics({ registry: new Registry() })).toHaveProperty('name', 'metrics');
  });

  it('choose the bounds and the prefix', async () => {
    const registry = new Registry();
    const app = createApp({ logger: silent });
    app.get('/', (_request, response) => text(response, 'a'));
    app.add(metrics({ registry, buckets: [1, 60], prefix: 'shop_' }));
    await inProcess(app).get('/');
    const lines = await linesOf(registry, 'shop_http_request_duration_seconds_bucket');
    expect(lines.map((line) => /le="([^"]+)"/.exec(line)?.[1])).toEqual(['+Inf', '1', '60']);
  });

  it.each([
    ['type', Gauge, 'http_response_bytes_total', ['method', 'route', 'status_class']],
    ['number of labels', Counter, 'http_response_bytes_total', []],
    ['label', Histogram, 'http_request_duration_seconds', ['method', 'path', 'status_class']],
    ['gauge with labels', Gauge, 'http_requests_in_flight', ['method']],
  ])('refuse the name of a metric with another %s', (_, Kind, name, labelNames) => {
    const registry = new Registry();
    expect(new Kind({ name, help: 'x', labelNames, registers: [registry] })).toBeDefined();
    expect(() => metrics({ registry })).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        option: 'metrics.prefix',
        message: `the registry already has a different metric ${name}; expected a prefix that tells them apart, such as "app_"`,
      }),
    );
  });

  it.each<[string, object]>([
    ['labels', { labels: [] }],
    ['registry', { registry: {} }],
    ['buckets', { buckets: [] }],
    ['buckets', { buckets: [0, 1] }],
    ['buckets', { buckets: [2, 1] }],
    ['buckets', { buckets: [1, 1] }],
    ['buckets', { buckets: ['1'] }],
    ['buckets', { buckets: [1, Infinity] }],
    ['prefix', { prefix: '1_' }],
    ['prefix', { prefix: 'a-b' }],
    ['prefix', { prefix: 7 }],
  ])('refuse %s: %j', (option, options) => {
    const create = () => metrics({ registry: new Registry(), ...options });
    expect(create).toThrow(OptionError);
    expect(create).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', option: `metrics.${option}` }),
    );
  });
});
