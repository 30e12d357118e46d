import { OptionError } from '@mortise/base/options';
import {
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
  type RegistryContentType,
} from 'prom-client';

const LABELS = ['method', 'route', 'status_class'];

/** The metrics of one registry. */
export interface RequestMetrics {
  readonly duration: Histogram;
  readonly inFlight: Gauge;
  readonly bytes: Counter;
  /** Whether durations can have exemplars. */
  readonly exemplars: boolean;
}

/**
 * Returns the metrics of a registry: for a second layer with the same registry and prefix, those of the first.
 *
 * @param prefix a name prefix
 * @param buckets upper bounds of the durations, in seconds
 * @param added names of additional labels
 * @throws {OptionError} `OPTION_INVALID` if the registry has a metric of that name with a different type or labels
 */
export function requestMetrics(
  registry: Registry<RegistryContentType>,
  prefix: string,
  buckets: readonly number[],
  added: readonly string[],
): RequestMetrics {
  const labelNames = [...LABELS, ...added];
  const registers = [registry as Registry];
  const exemplars = registry.contentType === Registry.OPENMETRICS_CONTENT_TYPE;
  return {
    exemplars,
    duration: registered(
      `${prefix}http_request_duration_seconds`,
      Histogram,
      labelNames,
      (name) =>
        new Histogram({
          ...{ name, help: 'Seconds from the first layer to the end of the response' },
          ...{ labelNames, buckets: [...buckets], registers, enableExemplars: exemplars },
        }),
    ),
    inFlight: registered(
      `${prefix}http_requests_in_flight`,
      Gauge,
      [],
      (name) => new Gauge({ name, help: 'Requests that have not ended', registers }),
    ),
    bytes: registered(
      `${prefix}http_response_bytes_total`,
      Counter,
      labelNames,
      (name) => new Counter({ name, help: 'Bytes of response bodies', labelNames, registers }),
    ),
  };

  function registered<M extends Metric>(
    name: string,
    Kind: abstract new (...values: never[]) => M,
    labels: readonly string[],
    create: (name: string) => M,
  ): M {
    const known = registry.getSingleMetric(name);
    if (known === undefined) return create(name);
    const { labelNames: others } = known as { readonly labelNames?: readonly string[] };
    // With other labels, each request would fail at its end.
    if (known instanceof Kind && String(others) === String(labels)) return known;
    const problem = `the registry already has a different metric ${name}`;
    const expected = 'a prefix that tells them apart, such as "app_"';
    throw new OptionError('metrics.prefix', prefix, expected, problem);
  }
}
