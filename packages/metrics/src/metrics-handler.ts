import { factoriesOf, factoriesWith } from '@mortise/base/message';
import { options } from '@mortise/base/options';
import type {
  RequestHandlerInterface,
  ResponseFactoryInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { AggregatorRegistry, type Registry, type RegistryContentType } from 'prom-client';
import { registryRule } from './metrics.js';

/** Options of {@link metricsHandler}. */
export interface MetricsHandlerOptions {
  /**
   * The registry to show; it contains the metrics of one process. In the primary process of `serveCluster`, an
   * `AggregatorRegistry` shows the sums of all workers. Default: prom-client's global registry.
   */
  readonly registry?: Registry<RegistryContentType> | undefined;

  /** Creates the response. Default: the request's factories. */
  readonly factories?:
    | Pick<ResponseFactoryInterface & StreamFactoryInterface, 'createResponse' | 'createStream'>
    | undefined;
}

const declared = options<MetricsHandlerOptions>()('metricsHandler', {
  registry: registryRule,
  factories: factoriesWith('createResponse', 'createStream'),
});

/**
 * Returns the handler for the page that Prometheus scrapes: all metrics of a registry in its text format. The page names
 * the application's routes: serve it on a separate port, or behind authentication.
 *
 * The handler rejects with the error of a failed `collect`. Methods other than `GET` and `HEAD` are 405.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function metricsHandler(given?: MetricsHandlerOptions): RequestHandlerInterface {
  const { registry, factories: own } = declared(given);
  return {
    async handle(request) {
      const factories = factoriesOf(request, own, 'metricsHandler.factories');
      const method = request.getMethod();
      if (method !== 'GET' && method !== 'HEAD') {
        const status = method === 'OPTIONS' ? 204 : 405;
        return factories.createResponse(status).withHeader('Allow', 'GET, HEAD');
      }
      return factories
        .createResponse()
        .withHeader('Content-Type', registry.contentType)
        .withHeader('Cache-Control', 'no-store')
        .withBody(factories.createStream(await pageOf(registry)));
    },
  };
}

/** `AggregatorRegistry` has a method of its own for the metrics of all workers. */
function pageOf(registry: Registry<RegistryContentType>): Promise<string> {
  return registry instanceof AggregatorRegistry
    ? (registry as AggregatorRegistry<RegistryContentType>).clusterMetrics()
    : registry.metrics();
}
