import { ROUTED } from '@mortise/base/keys';
import { OptionChecks } from '@mortise/base/options';
import type { AttributeKey, MiddlewareInterface } from '@mortise/http-message';
import { register, type Registry } from 'prom-client';
import { MetricsError } from './metrics-error.js';
import { requestLabels } from './request-labels.js';
import { requestMetrics, type RequestMetrics } from './request-metrics.js';

/** Options of {@link metrics}. */
export interface MetricsOptions {
  /** Of prom-client. Default: its global registry. */
  readonly registry?: Registry | undefined;

  /** Upper bounds of the durations in seconds, ascending. Default: 14 from 0.005 to 10. */
  readonly buckets?: readonly number[] | undefined;

  /** Prepended to the names of the metrics: letters, digits and `_`. Default: `''`. */
  readonly prefix?: string | undefined;
}

/** As OpenTelemetry advises. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const OPTIONS: Record<keyof MetricsOptions, 0> = { registry: 0, buckets: 0, prefix: 0 };
const REGISTRY = ['getSingleMetric', 'registerMetric', 'metrics'] satisfies (keyof Registry)[];
/** What counts a request already: a layer outside tries again, or an application is mounted. */
const COUNTED: AttributeKey<readonly RequestMetrics['inFlight'][]> = 'mortise.metrics';

const checks = new OptionChecks(MetricsError);

/**
 * Measures each request: its duration to the last byte or the abort, the bytes of its response, and how many have not ended.
 * Labels are the method, the route's pattern and the class of the status. Add it last but `requestId`, so that it runs first.
 *
 * @throws {MetricsError} `OPTION_INVALID`
 */
export function metrics(options: MetricsOptions = {}): MiddlewareInterface {
  checks.names(options, OPTIONS);
  const { buckets = BUCKETS, prefix = '' } = options;
  const registry = checkedRegistry(options.registry);
  checks.that(isAscending(buckets), 'buckets', buckets, 'ascending numbers above 0');
  const isPrefix = typeof prefix === 'string' && /^(?:[a-z_]\w*)?$/i.test(prefix);
  checks.that(isPrefix, 'prefix', prefix, 'letters, digits and "_"');
  const { duration, inFlight, bytes } = requestMetrics(registry, prefix, buckets);
  return {
    name: 'metrics',
    process(request, handler) {
      const lifetime = request.getLifetime();
      const counted = lifetime.getValue(COUNTED) ?? [];
      if (counted.includes(inFlight)) return handler.handle(request);
      lifetime.setValue(COUNTED, [...counted, inFlight]);
      const start = performance.now();
      inFlight.inc();
      lifetime.onEnd((end) => {
        inFlight.dec();
        const pattern = lifetime.getValue(ROUTED)?.pattern ?? null;
        const labels = { ...requestLabels(request.getMethod(), pattern, end) };
        duration.observe(labels, (performance.now() - start) / 1_000);
        bytes.inc(labels, end.bytes);
      });
      return handler.handle(request);
    },
  };
}

/** @throws {MetricsError} `OPTION_INVALID` */
export function checkedRegistry(registry: Registry = register): Registry {
  return checks.methods('registry', registry, REGISTRY, 'a Registry of prom-client');
}

function isAscending(buckets: unknown): boolean {
  return (
    Array.isArray(buckets) &&
    buckets.length > 0 &&
    buckets.every((bound, at) => typeof bound === 'number' && bound > (at && buckets[at - 1]))
  );
}
