import type {
  Awaitable,
  HttpFactoriesInterface,
  LogContext,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ContainerInterface } from '../container.js';
import type {
  AppErrorOptions,
  ErrorMiddlewareInterface,
  ErrorMiddlewareOptions,
} from '../errors/contract.js';
import type { LoggerInterface } from '../errors/logger.js';
import type {
  InvocationStrategyInterface,
  RouteCollectorInterface,
  RouteInterface,
  ValuesStrategyInterface,
} from '../routing/contract.js';
import type { RouteCollectorProxyInterface } from '../routing/registration-contract.js';
import type { NotFoundHandler } from '../routing/not-found.js';
import type { RouterInterface, RouterOptions } from '../routing/router-contract.js';
import type { VariantFactory } from '../variant/contract.js';
import type { VariantB, VariantBValues, VariantTypes } from '../variant/types.js';

/**
 * An application: routes, the middleware around them, and how errors are handled.
 *
 * Layers are composed before the first request after a change, and serve all requests from then on.
 */
export interface AppInterface<T extends VariantTypes = VariantB>
  extends RouteCollectorProxyInterface<T, ''>,
    RequestHandlerInterface {
  /** The factories that were passed in; an adapter takes the request creator from here. */
  readonly factories: HttpFactoriesInterface;

  /**
   * Adds middleware around everything that was added before: the last added is the outermost. Several are
   * added in the order given, so that the last of them is the outermost.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`; none is added then
   */
  add(...middleware: readonly T['middleware'][]): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;

  /**
   * The middleware that {@link add} was given, in that order: the last is the outermost. Without that of groups
   * and routes, and without what the `add...Middleware` members made.
   */
  getMiddleware(): readonly T['middleware'][];

  /**
   * Routes requests at this place of the stack, so that the layers inside know the route. Without it
   * routing runs innermost.
   */
  addRoutingMiddleware(): MiddlewareInterface;

  /**
   * Adds the body parsing that was passed in as `bodyParser`.
   *
   * @param bodyParsers passed along to it
   * @throws {AppError} `BODY_PARSER_MISSING`
   */
  addBodyParsingMiddleware(bodyParsers?: BodyParsers): MiddlewareInterface;

  /**
   * Adds a layer that turns the errors of all layers inside into responses: as HTML, unless `Accept`
   * or the body of the request says otherwise.
   *
   * @param options what is absent is as in `createApp({ errors })`
   */
  addErrorMiddleware(options?: ErrorMiddlewareOptions): ErrorMiddlewareInterface;

  /**
   * The same with Slim's parameters.
   *
   * @param displayErrorDetails whether clients read class, message, file and trace; never in
   *   production
   * @param logErrors whether errors are logged
   * @param logErrorDetails whether the log gets the whole error, not its message alone
   * @param logger default: the application's
   */
  addErrorMiddleware(
    displayErrorDetails: boolean,
    logErrors: boolean,
    logErrorDetails: boolean,
    logger?: LoggerInterface,
  ): ErrorMiddlewareInterface;

  /**
   * Sets the prefix of all routes: other paths have none.
   *
   * @param basePath `''`, or a path that begins with `/`, in any encoding
   * @throws {AppError} `BASE_PATH_INVALID`, also for what a pattern would read as more than text
   */
  setBasePath(basePath: string): this;

  /** The canonical path: `'/b%C3%BCcher'` where `setBasePath` was given `'/bücher'`. */
  getBasePath(): string;

  getRouteCollector(): RouteCollectorInterface<T>;

  /** `null` if none was passed in. */
  getContainer(): ContainerInterface | null;

  /**
   * Answers a request. The body of a response to `HEAD` is dropped, and its headers are kept.
   *
   * @returns synchronously if every layer on the way is synchronous. It fails with an error only under
   *   `errors: false`.
   */
  handle(request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /**
   * Sets what answers requests whose path no route has; its response passes the layers outside of routing.
   * Other errors are not for it: a path of other methods (405), a path that cannot be read (400), an
   * `HttpNotFoundException` that a handler throws.
   *
   * @param handler a function gets a fresh response with the status 404; replaces an earlier one
   */
  notFound(handler: NotFoundHandler): this;

  /**
   * Calls a listener for each route, those that are registered already first: to read metadata, or to refuse a route by
   * throwing. It sees what registration said; `setName` and `setMetadata` come after it.
   */
  onRoute(listener: (route: RouteInterface<T>) => void): this;

  /**
   * Registers what to release when the application closes: pools, timers.
   *
   * @param hook one that is registered while others run is next; after that it runs immediately, and what it
   *   rejects with is logged
   */
  onClose(hook: () => Awaitable<void>): this;

  /**
   * Runs the hooks of {@link onClose}: the last registered first, each after the one before has settled. A
   * server that closes calls it after its last connection; where no server does, call it yourself. The
   * application still answers requests after it.
   *
   * @returns the same promise each time. It rejects with an `AggregateError` of all failures; the other hooks
   *   run nevertheless.
   */
  close(): Promise<void>;

  /** The order in which a request passes the layers, human-readable, line by line. */
  explain(): string;

  /**
   * Why a request reaches the route that it reaches: each route and its reason, human-readable, line by line.
   *
   * @param path as in a request; `''` is returned for one that has no canonical form
   */
  explain(method: string, path: string): string;
}

/**
 * Parsers of text by media type (`'application/json'`) or by suffix (`'+json'`), for the body
 * parsing that was passed in. `null` leaves the parsed body unset.
 */
export type BodyParsers = Readonly<Record<string, (input: string) => Awaitable<object | null>>>;

/** Options of an application. Everything but the factories has a default. */
export interface AppOptions<T extends VariantTypes = VariantB> {
  /** The implementation of the messages. */
  readonly factories: HttpFactoriesInterface;

  /** Where names of middleware and callbacks are looked up. Default: names are refused. */
  readonly container?: ContainerInterface;

  /** Where errors are written. Default: server errors go to the console, client errors nowhere. */
  readonly logger?: LoggerInterface;

  /** Makes the middleware of `addBodyParsingMiddleware`. Default: that member is refused. */
  readonly bodyParser?: (parsers: BodyParsers) => MiddlewareInterface;

  /** Options of the default router, or another table of routes, for this application alone. */
  readonly router?: RouterOptions | RouterInterface;

  /** Middleware, the first outermost; `add` puts more around them. */
  readonly layers?: readonly T['middleware'][];

  /** As {@link AppInterface.setBasePath} sets it. Default `''`. */
  readonly basePath?: string;

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

/** {@link AppOptions} for a custom variant. */
export interface VariantAppOptions<T extends VariantTypes> extends AppOptions<T> {
  readonly variant: VariantFactory<T>;
}

/** {@link AppOptions} for callbacks that get the arguments one by one. */
export interface ValuesAppOptions extends AppOptions<VariantBValues> {
  readonly strategy: ValuesStrategyInterface;
}
