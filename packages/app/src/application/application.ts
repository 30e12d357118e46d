import { isThenable } from '@mortise/base';
import type {
  Awaitable,
  HttpFactoriesInterface,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AppInterface, BodyParsers } from './contract.js';
import { AppError } from '../app-error.js';
import { CloseHooks } from './close-hooks.js';
import type { ContainerInterface } from '../container.js';
import type { ErrorMiddlewareInterface, ErrorMiddlewareOptions } from '../errors/contract.js';
import type { ErrorLayers } from '../errors/error-layers.js';
import type { ErrorMiddleware } from '../errors/error-middleware.js';
import { explainLayers, explainRoutes } from './explain.js';
import { isHead, withoutBody } from './head-response.js';
import type { LoggerInterface } from '../errors/logger.js';
import { LayerStack } from '../middleware/layer-stack.js';
import { responseCheck } from '../response-check.js';
import { rescue } from '../rescue.js';
import type { RouteCollectorInterface, RouteInterface } from '../routing/contract.js';
import { type NotFoundHandler, notFoundHandler } from '../routing/not-found.js';
import { RequestRouting } from '../routing/request-routing.js';
import { RouteRegistrar } from '../routing/route-registrar.js';
import type { RouteTable } from '../routing/route-table.js';
import { RouteRunner } from '../routing/route-runner.js';
import { RoutingMiddleware } from '../routing/routing-middleware.js';
import type { Variant } from '../variant/contract.js';
import type { VariantTypes } from '../variant/types.js';

/** The parts of an application. */
export interface ApplicationParts<T extends VariantTypes> {
  readonly factories: HttpFactoriesInterface;
  readonly table: RouteTable<T>;
  readonly container: ContainerInterface | null;
  readonly bodyParser: ((parsers: BodyParsers) => MiddlewareInterface) | null;
  /** Whether the application responds to errors that leave all layers. */
  readonly answersErrors: boolean;
  readonly errorLayers: ErrorLayers;
  readonly logger: LoggerInterface;
  /** The first is the outermost. */
  readonly layers: readonly T['middleware'][];
}

/** Implements {@link AppInterface} for every variant. */
export class Application<T extends VariantTypes>
  extends RouteRegistrar<T, ''>
  implements AppInterface<T>
{
  readonly #parts: ApplicationParts<T>;
  readonly #variant: Variant<T>;
  readonly #layers: LayerStack<T>;
  readonly #routing: RequestRouting<T>;
  readonly #net: ErrorMiddleware;
  readonly #closeHooks: CloseHooks;
  #stack: RequestHandlerInterface | null = null;

  constructor(parts: ApplicationParts<T>) {
    super(parts.factories, parts.table, '');
    this.#parts = parts;
    this.#variant = parts.table.variant;
    this.#layers = new LayerStack(
      parts.table,
      () => '',
      () => {
        this.#stack = null;
      },
    );
    this.#routing = new RequestRouting(parts.table, parts.factories);
    this.#net = parts.errorLayers.net();
    this.#closeHooks = new CloseHooks((exception) => {
      parts.logger.error('a hook of app.onClose() failed', { exception });
    });
    this.#layers.addAll(parts.layers);
  }

  add(...middleware: readonly T['middleware'][]): this {
    this.#layers.add(...middleware);
    return this;
  }

  addMiddleware(middleware: T['middleware']): this {
    return this.add(middleware);
  }

  getMiddleware(): readonly T['middleware'][] {
    return this.#layers.values();
  }

  addRoutingMiddleware(): MiddlewareInterface {
    const routing = this.#routing;
    this.#layers.insert({
      name: 'routing',
      middleware: (unrouted) => new RoutingMiddleware(routing, unrouted),
    });
    return new RoutingMiddleware(routing, null);
  }

  addBodyParsingMiddleware(bodyParsers: BodyParsers = {}): MiddlewareInterface {
    const { bodyParser } = this.#parts;
    if (bodyParser === null) throw AppError.noBodyParser();
    const middleware = bodyParser(bodyParsers);
    this.#layers.insert({ name: 'body parsing', middleware: () => middleware });
    return middleware;
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
    const middleware = this.#parts.errorLayers.middleware(options);
    const { unrouted } = middleware;
    this.#layers.insert({ name: 'errors', middleware: () => middleware, unrouted });
    return middleware;
  }

  setBasePath(basePath: string): this {
    this.#parts.table.setBasePath(basePath);
    return this;
  }

  getBasePath(): string {
    return this.#parts.table.getBasePath();
  }

  getRouteCollector(): RouteCollectorInterface<T> {
    return this.#parts.table;
  }

  getContainer(): ContainerInterface | null {
    return this.#parts.container;
  }

  notFound(handler: NotFoundHandler): this {
    const { factories, table } = this.#parts;
    table.notFound = notFoundHandler(handler, factories);
    return this;
  }

  onRoute(listener: (route: RouteInterface<T>) => void): this {
    this.#parts.table.onRoute(listener);
    return this;
  }

  onClose(hook: () => Awaitable<void>): this {
    this.#closeHooks.add(hook);
    return this;
  }

  close(): Promise<void> {
    return this.#closeHooks.run();
  }

  explain(): string;
  explain(method: string, path: string): string;
  explain(method?: string, path?: string): string {
    const { answersErrors, table } = this.#parts;
    return method === undefined || path === undefined
      ? explainLayers(this.#layers.all(), table.getRoutes(), answersErrors)
      : explainRoutes(table.explain(method, path));
  }

  handle(request: ServerRequestInterface): Awaitable<ResponseInterface> {
    let prepared: Awaitable<ServerRequestInterface>;
    try {
      prepared = this.#variant.prepare?.(request) ?? request;
    } catch (error) {
      return this.#recover(error, request);
    }
    if (!isThenable(prepared)) return this.#answer(prepared);
    return prepared.then(
      (ready) => this.#answer(ready),
      (error: unknown) => this.#recover(error, request),
    );
  }

  /** Passes the request through all layers; an error becomes a response. */
  #answer(prepared: ServerRequestInterface): Awaitable<ResponseInterface> {
    const request = this.#routing.enter(prepared);
    let response: Awaitable<ResponseInterface>;
    try {
      response = this.#composed().handle(this.#routedFirst(request));
    } catch (error) {
      return this.#recover(error, request);
    }
    if (!isThenable(response)) return this.#finish(response, request);
    return response.then(
      (answer) => this.#finish(answer, request),
      (error: unknown) => this.#recover(error, request),
    );
  }

  #composed(): RequestHandlerInterface {
    const answersErrors = this.#parts.answersErrors && this.#variant.failed === undefined;
    return (this.#stack ??= this.#layers.around(
      (unrouted) => new RouteRunner(this.#routing, unrouted),
      answersErrors ? this.#net.unrouted : null,
    ));
  }

  #routedFirst(request: ServerRequestInterface): ServerRequestInterface {
    if (this.#variant.routesFirst !== true) return request;
    const context = this.#routing.contextOf(request);
    return context === null ? request : this.#routing.fill(request, context, false);
  }

  #recover(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const response = this.#responseTo(error, request);
    if (!isThenable(response)) return this.#finish(response, request);
    return response.then((answer) => this.#finish(answer, request));
  }

  #responseTo(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    const variant = this.#variant;
    if (variant.failed === undefined) return this.#caught(error, request);
    return rescue(
      () => checkFailed(variant.failed?.(error, request) as ResponseInterface),
      (failure) => this.#caught(failure, request),
    );
  }

  /** The default error handling, outside of all layers. */
  #caught(error: unknown, request: ServerRequestInterface): Awaitable<ResponseInterface> {
    if (!this.#parts.answersErrors) throw error;
    try {
      return this.#net.answer(error, request);
    } catch (failure) {
      // The error contains an invalid value, such as a header with a line break: a server error.
      return this.#net.answer(failure, request);
    }
  }

  #finish(
    response: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> {
    const variant = this.#variant;
    const finished =
      variant.finish === undefined
        ? response
        : rescue(
            () => variant.finish?.(response, request) ?? response,
            (error) => this.#caught(error, request),
          );
    if (!isHead(request)) return finished;
    const { factories } = this.#parts;
    return isThenable(finished)
      ? finished.then((last) => withoutBody(last, factories))
      : withoutBody(finished, factories);
  }
}

const checkFailed = responseCheck('the variant, for an error,');
