import { OptionChecks } from '@mortise/base/options';
import type {
  RequestHandlerInterface,
  ResponseFactoryInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import type { Registry } from 'prom-client';
import { MetricsError } from './metrics-error.js';
import { checkedRegistry } from './metrics.js';

/** Options of {@link metricsHandler}. */
export interface MetricsHandlerOptions {
  /** Of prom-client. Default: its global registry. */
  readonly registry?: Registry | undefined;

  /** Create the response. Default: those that come with the request. */
  readonly factories?:
    | Pick<ResponseFactoryInterface & StreamFactoryInterface, 'createResponse' | 'createStream'>
    | undefined;
}

const OPTIONS: Record<keyof MetricsHandlerOptions, 0> = { registry: 0, factories: 0 };
const checks = new OptionChecks(MetricsError);

/**
 * Returns the handler of the page that Prometheus reads: all metrics of a registry in its text format. The page names the
 * routes of the application: serve it on a port of its own, or behind authentication.
 *
 * Its promise rejects with the error of a metric whose `collect` fails.
 *
 * @throws {MetricsError} `OPTION_INVALID`
 */
export function metricsHandler(options: MetricsHandlerOptions = {}): RequestHandlerInterface {
  checks.names(options, OPTIONS);
  const registry = checkedRegistry(options.registry);
  return {
    async handle(request) {
      const factories = checks.factories('metricsHandler.factories', options.factories, request);
      return factories
        .createResponse()
        .withHeader('Content-Type', registry.contentType)
        .withHeader('Cache-Control', 'no-store')
        .withBody(factories.createStream(await registry.metrics()));
    },
  };
}
