import { describe, expect, it } from '@jest/globals';
import { TRACE_ID, TRACE_SAMPLED } from '@mortise/base/keys';
import { OptionError } from '@mortise/base/options';
import { createApp, serve, text } from 'mortise';
import { inProcess } from 'mortise/testing';
import { type OpenMetricsContentType, Registry } from 'prom-client';
import { implementations } from '../../../tooling/testing/implementations.js';
import { metrics, metricsHandler, type MetricsOptions } from './index.js';

function openMetrics(): Registry<OpenMetricsContentType> {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

const COUNT = 'http_request_duration_seconds_count';

describe.each(implementations)('metrics with %s', (_, factories) => {
  const measured = (options: MetricsOptions, trace = '', isSampled?: boolean) => {
    const app = createApp({ factories, logger: { error: () => undefined, info: () => undefined } });
    app.get('/books/{id}', (_request, response, { id }) => text(response, id));
    app.get('/events', (_request, response) => text(response, 'event'));
    app.add(metrics(options));
    app.add((request, handler) => {
      const lifetime = request.getLifetime();
      if (trace !== '') lifetime.setValue(TRACE_ID, trace);
      if (isSampled !== undefined) lifetime.setValue(TRACE_SAMPLED, isSampled);
      return handler.handle(request);
    });
    return app;
  };
  const page = async ({ registry }: MetricsOptions): Promise<string> => {
    const response = await inProcess(
      metricsHandler({ ...(registry && { registry }), factories }),
    ).get('/');
    return response.getBody().text();
  };
  const countsOf = async (options: MetricsOptions): Promise<string[]> =>
    (await page(options)).split('\n').filter((line) => line.startsWith(COUNT));

  it('have additional labels, with the request and its end', async () => {
    const options: MetricsOptions = {
      registry: new Registry(),
      labels: {
        plan: (request) => (request.getHeaderLine('X-Plan') === 'free' ? 'free' : 'paid'),
        empty: (_request, { bytes }) => String(bytes === 0),
      },
    };
    const client = inProcess(measured(options));
    await client.get('/books/7', { headers: { 'X-Plan': 'free' } });
    await client.get('/books/7');
    const labels = 'method="GET",route="/books/{id}",status_class="2xx"';
    expect(await countsOf(options)).toEqual([
      `${COUNT}{${labels},plan="free",empty="false"} 1`,
      `${COUNT}{${labels},plan="paid",empty="false"} 1`,
    ]);
    const bytes = `http_response_bytes_total{${labels},plan="free",empty="false"} 1`;
    expect(await page(options)).toContain(bytes);
  });

  it('do not count a request that is skipped, or whose label fails, and report the failure', async () => {
    const failure = new Error('no plan');
    const options: MetricsOptions = {
      registry: new Registry(),
      labels: {
        plan: (request) => {
          if (request.hasHeader('X-Fails')) throw failure;
          return 'free';
        },
      },
      skip: (request) => request.getUri().getPath() === '/events',
    };
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const server = await serve(measured(options), { port: 0, onError });
    for (const [path, headers] of [
      ['/events', {}],
      ['/books/7', { 'X-Fails': 'yes' }],
      ['/books/8', {}],
    ] as const)
      expect((await fetch(server.url + path, { headers })).status).toBe(200);
    await server.close();
    expect(await countsOf(options)).toEqual([expect.stringMatching(/plan="free"\} 1$/)]);
    expect(await page(options)).toContain('http_requests_in_flight 0');
    expect(errors).toEqual([expect.objectContaining({ errors: [failure] })]);
  });

  it('have no exemplar of a trace that is not sampled, which no tool can show', async () => {
    const registry = openMetrics();
    await inProcess(measured({ registry }, 'a'.repeat(32), false)).get('/books/7');
    expect(await page({ registry })).not.toContain('# {');
  });

  it('have an exemplar with the id of the trace in OpenMetrics, and only there', async () => {
    const trace = 'a'.repeat(32);
    for (const [registry, id, isExpected] of [
      [openMetrics(), trace, true],
      [openMetrics(), '', false],
      [new Registry(), trace, false],
    ] as const) {
      await inProcess(measured({ registry }, id)).get('/books/7');
      const shown = await page({ registry });
      expect(shown.includes(`# {trace_id="${trace}"}`)).toBe(isExpected);
      expect(shown.includes('# {')).toBe(isExpected);
    }
  });
});

describe('metrics', () => {
  it.each<[string, object]>([
    ['labels', { labels: ['plan'] }],
    ['labels.plan', { labels: { plan: 'free' } }],
    ['labels', { labels: { method: () => '' } }],
    ['labels', { labels: { le: () => '' } }],
    ['labels', { labels: { 'a-b': () => '' } }],
    ['skip', { skip: true }],
    ['prefix', { labels: { plan: () => '' } }],
  ])('refuse the option %s in %j', (option, options) => {
    const registry = new Registry();
    metrics({ registry });
    const create = () => metrics({ registry, ...options });
    expect(create).toThrow(OptionError);
    expect(create).toThrow(expect.objectContaining({ option: `metrics.${option}` }));
  });
});
