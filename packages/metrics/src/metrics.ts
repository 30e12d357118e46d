import { ROUTED, TRACE_ID, TRACE_SAMPLED } from '@mortise/base/keys';
import { DURATION_BOUNDS } from '@mortise/base/message';
import {
  accepted,
  ensure,
  methods,
  nested,
  object,
  options,
  or,
  rule,
  synchronous,
} from '@mortise/base/options';
import type {
  AttributeKey,
  MiddlewareInterface,
  RequestEnd,
  RequestLifetimeInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { register, type Registry, type RegistryContentType } from 'prom-client';
import { requestLabels } from './request-labels.js';
import { requestMetrics, type RequestMetrics } from './request-metrics.js';

/** Options of {@link metrics}. */
export interface MetricsOptions {
  /**
   * Receives the metrics. In a registry with the content type of OpenMetrics, the durations have exemplars with the
   * `trace_id` of a sampled span from `@mortise/otel`. Default: prom-client's global registry.
   */
  readonly registry?: Registry<RegistryContentType> | undefined;

  /** Upper bounds of the histogram buckets in seconds, ascending. Default: 14 from 0.005 to 10. */
  readonly buckets?: readonly number[] | undefined;

  /** Prepended to the names of the metrics; can contain letters, digits and `_`. Default: `''`. */
  readonly prefix?: string | undefined;

  /**
   * Additional labels of the durations and bytes: functions by name, called at the end of a request. Each combination of
   * values is a separate series, so return one of a few values, never text that a client chose. If one throws, the
   * request is not counted, and `onError` of the server gets the error. Default: none.
   */
  readonly labels?: Readonly<Record<string, LabelValue>> | undefined;

  /**
   * Returns `true` at the end of a request that should not be counted; until then, it was counted as in progress.
   * Default: none.
   */
  readonly skip?: ((request: ServerRequestInterface, end: RequestEnd) => boolean) | undefined;
}

/** Returns the value of a label. */
export type LabelValue = (request: ServerRequestInterface, end: RequestEnd) => string;

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
  labels: nested(labelsOf),
  skip: or(synchronous, () => false),
});

/** Names of labels, except those that this package and histograms have. */
const LABEL = /^(?!(?:method|route|status_class|le)$|__)[a-z_]\w*$/i;

function labelsOf(
  given: MetricsOptions['labels'] = {},
  path: string,
): readonly (readonly [string, LabelValue])[] {
  ensure(object.accepts(given), path, given, 'an object of functions');
  return Object.entries(given).map(([name, value]) => {
    ensure(LABEL.test(name), path, name, 'names of labels other than those that are always there');
    return [name, accepted(synchronous, value, `${path}.${name}`)];
  });
}

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
  const { registry, buckets, prefix, labels: added, skip } = declared(given);
  const names = added.map(([name]) => name);
  const { duration, inFlight, bytes, exemplars } = requestMetrics(registry, prefix, buckets, names);
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
        if (skip(request, end)) return;
        const pattern = lifetime.getValue(ROUTED)?.pattern ?? null;
        const labels: Record<string, string> = {
          ...requestLabels(request.getMethod(), pattern, end),
        };
        for (const [name, value] of added) labels[name] = value(request, end);
        const value = (end.time - start) / 1_000;
        if (exemplars) duration.observe({ labels, value, exemplarLabels: exemplarOf(lifetime) });
        else duration.observe(labels, value);
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

function exemplarOf(lifetime: RequestLifetimeInterface): Record<string, string> {
  const trace = lifetime.getValue(TRACE_ID);
  const isSampled = lifetime.getValue(TRACE_SAMPLED) !== false;
  return trace !== undefined && isSampled ? { trace_id: trace } : {};
}
