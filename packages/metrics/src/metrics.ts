import { ROUTED } from '@mortise/base/keys';
import { DURATION_BOUNDS } from '@mortise/base/message';
import { methods, options, or, rule } from '@mortise/base/options';
import type { AttributeKey, MiddlewareInterface } from '@mortise/http-message';
import { register, type Registry } from 'prom-client';
import { requestLabels } from './request-labels.js';
import { requestMetrics, type RequestMetrics } from './request-metrics.js';

/** Options of {@link metrics}. */
export interface MetricsOptions {
  /** Receives the metrics. Default: prom-client's global registry. */
  readonly registry?: Registry;

  /** Upper bounds of the histogram buckets in seconds, ascending. Default: 14 from 0.005 to 10. */
  readonly buckets?: readonly number[];

  /** Prepended to the names of the metrics: letters, digits and `_`. Default: `''`. */
  readonly prefix?: string;
}

/** The gauges that already count a request: an outer layer calls its handler again, or a mounted application measures too. */
const COUNTED: AttributeKey<readonly RequestMetrics['inFlight'][]> = 'mortise.metrics';

const REGISTRY = ['getSingleMetric', 'registerMetric', 'metrics'] satisfies (keyof Registry)[];
/** The rule of a `registry` option: by default prom-client's global one. */
export const registryRule = or(methods('a Registry from prom-client', ...REGISTRY), register);

const declared = options<MetricsOptions>()('metrics', {
  registry: registryRule,
  buckets: or(rule<readonly number[]>(isAscending, 'ascending numbers above 0'), DURATION_BOUNDS),
  prefix: or(
    rule<string>(
      (prefix) => typeof prefix === 'string' && /^(?:[a-z_]\w*)?$/i.test(prefix),
      'letters, digits and "_"',
    ),
    '',
  ),
});

/**
 * Measures each request: its duration until the last byte or the abort, the bytes of its response, and how many are in
 * progress. Labels are the method, the route's pattern and the class of the status. Add it last, so that it runs first;
 * only `requestId` belongs outside it.
 *
 * A second layer with the same registry and prefix shares the metrics of the first, with its `buckets`.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function metrics(given?: MetricsOptions): MiddlewareInterface {
  const { registry, buckets, prefix } = declared(given);
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
        const labels = requestLabels(request.getMethod(), pattern, end);
        duration.observe(labels, (end.time - start) / 1_000);
        bytes.inc(labels, end.bytes);
      });
      return handler.handle(request);
    },
  };
}

function isAscending(buckets: unknown): boolean {
  return (
    Array.isArray(buckets) &&
    buckets.length > 0 &&
    buckets.every((bound, at) => Number.isFinite(bound) && bound > (at === 0 ? 0 : buckets[at - 1]))
  );
}
