import type {
  HttpFactoriesInterface,
  LogContext,
  MiddlewareInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AppInterface, BodyParsers } from './contract.js';
import { Application } from './application.js';
import type { ContainerInterface } from './container.js';
import type { AppErrorOptions } from '../errors/contract.js';
import { ErrorLayers } from '../errors/error-layers.js';
import { consoleLogger, type LoggerInterface } from './logger.js';
import { createRouter } from '../routing/create-router.js';
import type {
  InvocationStrategyInterface,
  ValuesStrategyInterface,
} from '../routing/invocation-strategy.js';
import { RouteCollector } from '../routing/route-collector.js';
import type { RouterFactory } from '../routing/router.js';
import { RouteRunner } from '../routing/routing-middleware.js';
import type { VariantFactory } from '../variant/contract.js';
import { type VariantB, variantB, type VariantBValues } from '../variant/variant-b.js';
import type { VariantTypes } from '../variant/types.js';

/** What an application is put together from. Everything but the factories has a default. */
export interface AppOptions {
  /** The implementation of the messages. */
  readonly factories: HttpFactoriesInterface;

  /** Where names of middleware and callbacks are looked up. Default: names are refused. */
  readonly container?: ContainerInterface;

  /** Where errors are written. Default: server errors go to the console, client errors nowhere. */
  readonly logger?: LoggerInterface;

  /** Makes the middleware of `addBodyParsingMiddleware`. Default: that member is refused. */
  readonly bodyParser?: (parsers: BodyParsers) => MiddlewareInterface;

  /** Makes the table of routes. Default {@link createRouter}: `@mortise/router`. */
  readonly router?: RouterFactory;

  /** How callbacks are called. Default {@link requestResponse}: `(request, response, args)`. */
  readonly strategy?: InvocationStrategyInterface;

  /**
   * How errors that leave all layers are answered: as text, unless `Accept` or the body of the request
   * says otherwise, and without details. `false` is `{ catchAll: false }`: they leave `handle` too.
   */
  readonly errors?: false | AppErrorOptions;

  /**
   * Adds to what the log gets with each error: the id of the request, of its trace. Called after
   * `method` and `target` are known, which it can replace; what it throws is ignored.
   */
  readonly logContext?: (request: ServerRequestInterface) => LogContext;
}

/** {@link AppOptions} for a variant of one's own. */
export interface VariantAppOptions<T extends VariantTypes> extends AppOptions {
  readonly variant: VariantFactory<T>;
}

/** {@link AppOptions} for callbacks that get the arguments one by one. */
export interface ValuesAppOptions extends AppOptions {
  readonly strategy: ValuesStrategyInterface;
}

/** Makes an application: of variant B, unless a variant is given. */
export function createApp<T extends VariantTypes>(options: VariantAppOptions<T>): AppInterface<T>;
export function createApp(options: ValuesAppOptions): AppInterface<VariantBValues>;
export function createApp(options: AppOptions): AppInterface;
export function createApp(options: AppOptions | VariantAppOptions<VariantB>): unknown {
  const { factories, container = null, logger = consoleLogger, bodyParser = null } = options;
  const { strategy, errors = {}, logContext } = options;
  const variant = 'variant' in options ? options.variant : variantB;
  const collector = new RouteCollector<VariantB>(options.router ?? createRouter(), container);
  if (strategy !== undefined) collector.setDefaultInvocationStrategy(strategy);
  const routeRunner = new RouteRunner(collector);
  const { catchAll = true, ...errorOptions } = errors === false ? { catchAll: false } : errors;
  const errorLayers = new ErrorLayers({ factories, logger, logContext, options: errorOptions });
  const errorHandler = errorLayers.handler();
  const services = { factories, container, routeCollector: collector, routeRunner, errorHandler };
  collector.setVariant(variant(services));
  return new Application({
    factories,
    collector,
    container,
    bodyParser,
    answersErrors: catchAll,
    errorLayers,
  });
}
