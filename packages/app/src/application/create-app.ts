import { checkNames } from '@mortise/base';
import type { ServerRequestInterface } from '@mortise/http-message';
import { unknownOption } from '../app-error.js';
import type { AppInterface, AppOptions, ValuesAppOptions, VariantAppOptions } from './contract.js';
import { Application } from './application.js';
import type { AppErrorOptions } from '../errors/contract.js';
import { ERROR_OPTIONS, ErrorLayers } from '../errors/error-layers.js';
import { consoleLogger } from '../errors/logger.js';
import { RequestRouting } from '../routing/request-routing.js';
import { RouteBodies } from '../routing/route-bodies.js';
import { routeOfRequest } from '../routing/route-of-request.js';
import { RouteTable } from '../routing/route-table.js';
import { variantB } from './variant-b.js';
import type { VariantB, VariantBValues, VariantTypes } from '../variant-types.js';

const OPTIONS: Readonly<Record<keyof VariantAppOptions<VariantB>, 1>> = {
  factories: 1,
  container: 1,
  logger: 1,
  body: 1,
  bodyParser: 1,
  createBodyParser: 1,
  router: 1,
  layers: 1,
  checkLayers: 1,
  basePath: 1,
  strategy: 1,
  errors: 1,
  logContext: 1,
  variant: 1,
};

/** Creates an application: of variant B, unless `variant` is set. */
export function createApp<T extends VariantTypes>(options: VariantAppOptions<T>): AppInterface<T>;
export function createApp(options: ValuesAppOptions): AppInterface<VariantBValues>;
export function createApp(options: AppOptions): AppInterface;
export function createApp(options: AppOptions | VariantAppOptions<VariantB>): unknown {
  checkNames(options, OPTIONS, unknownOption);
  const { factories, container = null, logger = consoleLogger, bodyParser = null } = options;
  const { strategy, errors = {}, logContext, layers = [], basePath, checkLayers } = options;
  const { variant = variantB }: Partial<VariantAppOptions<VariantB>> = options;
  const table = new RouteTable<VariantB>(options.router ?? {}, container, factories, checkLayers);
  if (strategy !== undefined) table.setDefaultInvocationStrategy(strategy);
  const routeOf = (request: ServerRequestInterface) => routeOfRequest(table, request);
  table.bodies = new RouteBodies(routeOf, options.body, options.createBodyParser);
  const routing = new RequestRouting(table, factories);
  const errorOptions: AppErrorOptions = errors === false ? { catchAll: false } : errors;
  checkNames(errorOptions, { ...ERROR_OPTIONS, catchAll: 1 }, unknownOption, 'errors.');
  const errorLayers = new ErrorLayers({
    ...{ factories, logger, logContext },
    options: errorOptions,
    handlerCode: (request) => String(routeOf(request)?.getCallable()),
    givesHints: checkLayers,
  });
  const errorHandler = errorLayers.handler();
  const routeRunner = routing.runner(null);
  const services = { factories, container, routeCollector: table, routeRunner, errorHandler };
  table.variant = variant(services);
  if (basePath !== undefined) table.setBasePath(basePath);
  return new Application({
    factories,
    table,
    container,
    bodyParser,
    routing,
    net: errorLayers.net,
    errorLayers,
    logger,
    layers,
  });
}
