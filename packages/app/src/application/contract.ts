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
  DefaultErrorHandlerInterface,
  ErrorClass,
  ErrorHandler,
  ErrorMiddlewareInterface,
  ErrorMiddlewareOptions,
} from '../errors/contract.js';
import type { LoggerInterface } from '../errors/logger.js';
import type { BodyParserFactory, RouteBodyOptions } from '../routing/body-options.js';
import type {
  InvocationStrategyInterface,
  RouteInterface,
  ValuesStrategyInterface,
} from '../routing/contract.js';
import type { RouteCollectorInterface } from '../routing/collector-contract.js';
import type { RouteCollectorProxyInterface } from '../routing/registration-contract.js';
import type { NotFoundHandler } from '../routing/not-found-handler.js';
import type { RouteLimits } from '../routing/route-limits.js';
import type { RouterInterface, RouterOptions } from '../routing/router-contract.js';
import type { VariantFactory } from '../routing/variant.js';
import type { VariantB, VariantTypes } from '../variant-types.js';

/**
 * An application: routes, the middleware around them, and how errors are handled.
 *
 * Layers are composed before the first request after a change, and are used for all following requests.
 */
export interface AppInterface<T extends VariantTypes = VariantB>
  extends RouteCollectorProxyInterface<T, ''>,
    RequestHandlerInterface {
  /** The factories that were passed in; an adapter takes the request creator from here. */
  readonly factories: HttpFactoriesInterface;

  /**
   * Adds middleware around everything that was added before: the last added is the outermost. For a list, outermost
   * first, use the option `layers`.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['middleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;

  /**
   * Returns the middleware that was passed to {@link add}, in that order: the last is the outermost. Without that of
   * groups and routes, and without that of the `add...Middleware` members.
   */
  getMiddleware(): readonly T['middleware'][];

  /**
   * Routes requests at this place of the stack, so that the layers inside can read the route. Without this call,
   * routing runs innermost.
   */
  addRoutingMiddleware(): MiddlewareInterface;

  /**
   * Adds a layer at whose place bodies are parsed with the option `body`, or with that of the request's route. Layers
   * outside it can call `parseBody(request)`.
   *
   * @param bodyParsers replace those of the option `body`
   * @throws {AppError} `BODY_PARSER_MISSING` without the option `createBodyParser`
   */
  addBodyParsingMiddleware(bodyParsers?: BodyParsers): MiddlewareInterface;

  /**
   * Adds a layer that turns the errors of all layers inside into responses: as HTML, unless `Accept`
   * or the body of the request says otherwise.
   *
   * @param options omitted options are those of `createApp({ errors })`
   */
  addErrorMiddleware(options?: ErrorMiddlewareOptions): ErrorMiddlewareInterface;

  /**
   * The same with Slim's parameters.
   *
   * @param displayErrorDetails whether responses contain class, message, file and trace; never in
   *   production
   * @param logErrors whether errors are logged
   * @param logErrorDetails whether the log gets the whole error, or only its message
   * @param logger default: the application's
   */
  addErrorMiddleware(
    displayErrorDetails: boolean,
    logErrors: boolean,
    logErrorDetails: boolean,
    logger?: LoggerInterface,
  ): ErrorMiddlewareInterface;

  /**
   * Sets the prefix of all routes: other paths are not found.
   *
   * @param basePath `''`, or a path that begins with `/`, in any encoding
   * @throws {AppError} `BASE_PATH_INVALID`, even for a string that is pattern syntax
   */
  setBasePath(basePath: string): this;

  /** The canonical path: `'/b%C3%BCcher'` if `setBasePath` received `'/bücher'`. */
  getBasePath(): string;

  getRouteCollector(): RouteCollectorInterface<T>;

  /** `null` if none was passed in. */
  getContainer(): ContainerInterface | null;

  /**
   * Handles a request. The body of a response to `HEAD` is dropped, and its headers are kept.
   *
   * @returns synchronously if every layer on the way is synchronous. It fails with an error only under
   *   `errors: false`.
   */
  handle(request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /**
   * Sets the handler of a class of errors for the whole application, as of
   * {@link ErrorMiddlewareInterface.setErrorHandler}. Error middleware asks its own handlers first, then these.
   *
   * @throws {AppError} `CALLBACK_INVALID` for a handler that is not a function, and for a type that is not a class;
   *   `ERROR_HANDLING_OFF` under `errors: false`, and if the variant handles errors
   */
  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    handler: ErrorHandler<E>,
    handleSubclasses?: boolean,
  ): this;

  /**
   * Sets the handler of all other errors. It replaces their log and `onError` too.
   *
   * @throws {AppError} `CALLBACK_INVALID`, `ERROR_HANDLING_OFF`, as {@link setErrorHandler}
   */
  setDefaultErrorHandler(handler: ErrorHandler): this;

  /** Returns the built-in handler, for its renderers; in use unless another one was set. @throws {AppError} `ERROR_HANDLING_OFF` */
  getDefaultErrorHandler(): DefaultErrorHandlerInterface;

  /**
   * Sets the handler of requests for unknown paths; its response passes the layers outside routing.
   * It does not handle other errors: a path that has routes for other methods (405), a malformed path (400), an
   * `HttpNotFoundException` that a handler throws.
   *
   * @param handler a function gets a fresh response with the status 404; a name is resolved with the first such request.
   *   Replaces an earlier one
   * @throws {AppError} `CALLBACK_INVALID`; in a request: `CONTAINER_MISSING`, `CONTAINER_ENTRY_MISSING`
   */
  notFound(handler: NotFoundHandler): this;

  /**
   * Calls a listener for each route, first for those that are already registered: to read metadata, or to refuse a route
   * by throwing. It sees the state at registration; `setName` and `setMetadata` come after it. What it throws leaves the
   * call that registers the route; if you catch it there, the route is served nevertheless.
   */
  onRoute(listener: (route: RouteInterface<T>) => void): this;

  /**
   * Registers a hook that releases resources when the application closes: pools, timers.
   *
   * @param hook one that is registered while others run is next; after that it runs immediately, and its
   *   rejection is logged
   */
  onClose(hook: () => Awaitable<void>): this;

  /**
   * Runs the hooks of {@link onClose}: the last registered first, each after the previous one has settled. A
   * server calls it after its last connection has closed; without a server, call it yourself. The
   * application can still handle requests after it.
   *
   * @returns the same promise each time. It rejects with an `AggregateError` of all failures; the other hooks
   *   run nevertheless.
   */
  close(): Promise<void>;

  /** Describes the order in which a request passes the layers, human-readable, one layer per line. */
  explain(): string;

  /**
   * Describes which routes match a request and why, human-readable, one route per line.
   *
   * @param path as in a request; for one without a canonical form the result is `''`
   */
  explain(method: string, path: string): string;
}

/**
 * Text parsers by media type (`'application/json'`) or by suffix (`'+json'`), for the body
 * parsing that was passed in. `null` leaves the parsed body unset.
 */
export type BodyParsers = Readonly<Record<string, (input: string) => Awaitable<object | null>>>;

/**
 * Options of an application. All except the factories have a default.
 *
 * @typeParam T the types of middleware and callbacks, which `createApp` infers from `variant` or `strategy`
 */
export interface AppOptions<T extends VariantTypes = VariantB> {
  /** The factories of an implementation of the messages. */
  readonly factories: HttpFactoriesInterface;

  /** The container in which names of middleware and callbacks are resolved. Default: names are refused. */
  readonly container?: ContainerInterface;

  /** The logger for errors. Default: server errors go to the console, client errors are not logged. */
  readonly logger?: LoggerInterface;

  /**
   * How bodies are parsed; routes and groups can override it, or set `body: false`. Default: bodies are parsed only for
   * routes with the option `body`, and by `addBodyParsingMiddleware`.
   *
   * The body of a request with a route is parsed directly before the callback of the route, inside
   * of all layers; a layer that needs it earlier calls `parseBody(request)`, and the body is parsed once.
   *
   * @throws {AppError} `BODY_PARSER_MISSING` without `createBodyParser`
   */
  readonly body?: RouteBodyOptions;

  /**
   * Creates the parsers for the options `body` of the application and of its routes, and for `addBodyParsingMiddleware`.
   * Default: all of them are refused.
   */
  readonly createBodyParser?: BodyParserFactory;

  /** Options of the default router (`colonPlaceholders`, `rawUrls`), or another route table, for this application only. Default: a `Router` from `@mortise/router`. */
  readonly router?: RouterOptions | RouterInterface;

  /**
   * The limits of each route, which groups and routes can override: `{ handlerTimeout: 10_000 }`. Default: those of
   * the adapter, without `concurrency`.
   */
  readonly limits?: RouteLimits;

  /** Middleware, the outermost first; `add` adds layers outside them. Default: none. */
  readonly layers?: readonly T['middleware'][];

  /**
   * Whether to detect and explain mistakes that types do not find, such as a missing `return`; this costs a promise
   * for each asynchronous middleware. Default `true`.
   *
   * 1. The late result of each middleware is checked, so that the error for one that returns no response names it.
   *    Otherwise only the final response is; results of synchronous middleware and of handlers are always checked.
   * 2. A handler that assigns a status to its response, which changes nothing, is a 500, `RESPONSE_INVALID`.
   * 3. A layer of the application that waits for errors of its handler, which have become responses before it, is named
   *    in a warning on the console, once.
   * 4. The log says what to write instead of a call that is not a member of a request or response, and similar mistakes.
   *
   * `createApp` from `mortise` sets it for every `NODE_ENV` except `production`, and also warns about bodies that are read unparsed.
   */
  readonly development?: boolean;

  /** The prefix of all routes, like {@link AppInterface.setBasePath}. Default `''`. */
  readonly basePath?: string;

  /**
   * How callbacks are called; with {@link requestResponseArgs} their type is `(request, response, ...values)`. Default
   * {@link requestResponse}: `(request, response, args)`.
   */
  readonly strategy?: InvocationStrategyInterface | ValuesStrategyInterface<T>;

  /** Creates the variant: the kinds of middleware and callbacks. Default: variant B. */
  readonly variant?: VariantFactory<T>;

  /**
   * How the application responds to errors that leave its routes or one of its layers; with `false`, they pass
   * through all layers, and `handle` throws them. Default: the defaults of these options.
   *
   * It responds as text, unless `Accept` or the body
   * of the request determine another format, and without details. Layers outside get the response. `false` is
   * `{ catchAll: false }`: errors pass through all layers, and `handle` throws them.
   */
  readonly errors?: false | AppErrorOptions;

  /**
   * Returns fields to add to the log context of each error, such as the ids of the request and its trace. They can
   * replace `method` and `target` (without its query). If it throws, the exception is ignored. Default: nothing.
   */
  readonly logContext?: (request: ServerRequestInterface) => LogContext;
}
