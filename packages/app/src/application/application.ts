import { CloseHooks, SERVED } from '@mortise/base';
import { accepted, callable, ensureNone } from '@mortise/base/options';
import type {
  Awaitable,
  LoggerInterface,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AppInterface, BodyParsers } from './contract.js';
import { AppError } from '../app-error.js';
import type { ContainerInterface } from '../container.js';
import type {
  DefaultErrorHandlerInterface,
  ErrorClass,
  ErrorHandler,
  ErrorMiddlewareInterface,
  ErrorMiddlewareOptions,
} from '../errors/contract.js';
import type { ApplicationErrors } from '../errors/application-errors.js';
import type { ErrorResponder } from '../errors/error-responder.js';
import { ON_ERROR } from '../misuse/foreign-app-members.js';
import { inVariant } from '../misuse/variant-lines.js';
import { explainLayers, explainRoutes } from './explain.js';
import type { RouteCollectorInterface } from '../routing/collector-contract.js';
import type { RouteInterface } from '../routing/contract.js';
import { type NotFoundHandler, notFoundHandler } from '../routing/not-found-handler.js';
import { Pipeline } from './pipeline.js';
import { RouteRegistrar } from '../routing/route-registrar.js';
import type { RouteList } from '../routing/route-list.js';
import type { Routing } from '../routing/routing.js';
import type { VariantTypes } from '../variant-types.js';

/** What an {@link Application} is created from. */
export interface ApplicationParts<T extends VariantTypes> {
  readonly routes: RouteList<T>;
  readonly routing: Routing<T>;
  readonly errors: ApplicationErrors;
  readonly logger: LoggerInterface;
  /** Outermost first. */
  readonly layers: readonly T['middleware'][];
}

/** An application that another one mounts. */
interface MountedApplication {
  /** Absent if it is of an older version of this package. */
  [SERVED]?(change: number): number;
  close(): Promise<void>;
}

/** Implements {@link AppInterface} for every variant. */
export class Application<T extends VariantTypes>
  extends RouteRegistrar<T, ''>
  implements AppInterface<T>
{
  readonly #parts: ApplicationParts<T>;
  readonly #pipeline: Pipeline<T>;
  readonly #closeHooks: CloseHooks;
  #closed: Promise<void> | null = null;
  readonly #mounted: MountedApplication[] = [];
  #servers = 0;
  /** Whether the servers of the mounted applications are being counted, one of which can mount this one. */
  #isCounting = false;

  constructor(parts: ApplicationParts<T>) {
    const { routes, routing, errors, logger, layers } = parts;
    super(routes, '');
    this.#parts = parts;
    this.#pipeline = new Pipeline(routes, routing, errors.catchAll);
    this.#closeHooks = new CloseHooks((exception) => {
      logger.error('an app.onClose() hook failed', { exception });
    });
    this.#pipeline.addAll(layers);
  }

  add(...given: readonly [middleware: T['middleware']]): this {
    this.ensureInnermost();
    this.#pipeline.add(...given);
    return this;
  }

  addMiddleware(...given: readonly [middleware: T['middleware']]): this {
    return this.add(...given);
  }

  getMiddleware(): readonly T['middleware'][] {
    return this.#pipeline.getMiddleware();
  }

  addRoutingMiddleware(...none: readonly []): MiddlewareInterface {
    ensureNone(none, 'addRoutingMiddleware', 'pass the options as createApp({ router })');
    const { routing } = this.#parts;
    this.#pipeline.insert({
      name: 'routing',
      middleware: (answerUnrouted) => routing.middleware(answerUnrouted),
      isOwn: true,
    });
    return routing.middleware(null);
  }

  addBodyParsingMiddleware(bodyParsers: BodyParsers = {}): MiddlewareInterface {
    const layer = this.#parts.routes.bodies.layer(bodyParsers);
    this.#pipeline.insert({ name: 'body parsing', middleware: () => layer, isOwn: true });
    return layer;
  }

  addErrorMiddleware(
    first: ErrorMiddlewareOptions | boolean = {},
    log = true,
    logDetails = true,
    logger?: LoggerInterface,
  ): ErrorMiddlewareInterface {
    const options =
      typeof first === 'boolean'
        ? { details: first, log, logDetails, ...(logger !== undefined && { logger }) }
        : first;
    const middleware = this.#parts.errors.middleware(options);
    const { answerUnrouted } = middleware;
    this.#pipeline.insert({ name: 'errors', middleware: () => middleware, answerUnrouted });
    return middleware;
  }

  setErrorHandler<C extends ErrorClass>(
    types: C | readonly C[],
    handler: ErrorHandler<InstanceType<C>>,
    handleSubclasses = false,
  ): this {
    this.#catchAll().setErrorHandler(types, handler, handleSubclasses);
    return this;
  }

  setDefaultErrorHandler(handler: ErrorHandler): this {
    this.#catchAll().setDefaultErrorHandler(handler);
    return this;
  }

  getDefaultErrorHandler(): DefaultErrorHandlerInterface {
    return this.#catchAll().getDefaultErrorHandler();
  }

  setBasePath(basePath: string): this {
    this.#parts.routes.setBasePath(basePath);
    return this;
  }

  getBasePath(): string {
    return this.#parts.routes.getBasePath();
  }

  getRouteCollector(): RouteCollectorInterface<T> {
    return this.#parts.routes;
  }

  getContainer(): ContainerInterface | null {
    return this.#parts.routes.container;
  }

  notFound(handler: NotFoundHandler): this {
    this.#parts.routes.notFound = notFoundHandler(handler, this.#parts.routes);
    return this;
  }

  onEachRoute(listener: (route: RouteInterface<T>) => void): this {
    this.#parts.routes.onEachRoute(accepted(callable, listener, 'onEachRoute.listener'));
    return this;
  }

  onClose(hook: () => Awaitable<void>): this {
    this.#closeHooks.add(accepted(callable, hook, 'onClose.hook'));
    return this;
  }

  /** Adds to the number of open servers, also of mounted applications. @returns the number */
  [SERVED](change: number): number {
    this.#servers += change;
    if (change !== 0 && !this.#isCounting) {
      this.#isCounting = true;
      for (const inner of this.#mounted) inner[SERVED]?.(change);
      this.#isCounting = false;
    }
    return this.#servers;
  }

  /** Closes a mounted application with this one, unless a server of another one still serves it. */
  closeWith(inner: MountedApplication): void {
    this.#mounted.push(inner);
    inner[SERVED]?.(this.#servers);
    this.onClose(() => {
      if ((inner[SERVED]?.(0) ?? 0) === 0) return inner.close();
    });
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#closeHooks.run().then((failures) => {
      if (failures.length === 0) return;
      throw new AggregateError(failures, 'closing the application failed');
    }));
  }

  explain(): string;
  explain(method: string, path: string): string;
  explain(method?: string, path?: string): string {
    const { errors, routes } = this.#parts;
    return method === undefined || path === undefined
      ? explainLayers(this.#pipeline, routes.getRoutes(), errors.catchAll !== null)
      : explainRoutes(routes.explain(method, path));
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    return this.#pipeline.handle(request);
  }

  /** @throws {AppError} `ERROR_HANDLING_OFF` with `catchAll: false`, or if the variant handles errors */
  #catchAll(): ErrorResponder {
    const { errors, routes } = this.#parts;
    const { catchAll } = errors;
    const { lines } = routes.variant;
    if (catchAll !== null && routes.variant.failed === undefined) return catchAll;
    const why =
      catchAll === null
        ? 'createApp({ errors: false }) lets handle() throw errors; omit that option, or set the handler on the result of addErrorMiddleware()'
        : `its variant responds to errors; set error handlers on the variant${lines === undefined ? '' : `: ${inVariant(ON_ERROR, lines)}`}`;
    throw new AppError('ERROR_HANDLING_OFF', `the application has no error handlers: ${why}`);
  }
}
