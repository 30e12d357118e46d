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
 * Layers are composed at the first request after a change, and reused for later requests.
 */
export interface AppInterface<T extends VariantTypes = VariantB>
  extends RouteCollectorProxyInterface<T, ''>,
    RequestHandlerInterface {
  /** The factories passed in; adapters take the request creator from them. */
  readonly factories: HttpFactoriesInterface;

  /**
   * Adds middleware around everything added so far: the last added is outermost. For a list, outermost first, use the
   * `layers` option.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID`
   */
  add(middleware: T['middleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;

  /**
   * Returns the middleware passed to {@link add}, in order: the last is outermost. Excludes that of groups, routes and the
   * `add...Middleware` methods.
   */
  getMiddleware(): readonly T['middleware'][];

  /**
   * Routes requests at this place of the stack, so that the layers inside can read the route. Without this call,
   * routing runs innermost.
   */
  addRoutingMiddleware(): MiddlewareInterface;

  /**
   * Adds a layer that parses bodies at this point in the stack, with the `body` option of the application or the request's
   * route. Layers outside it can call `parseBody(request)`.
   *
   * @param bodyParsers replace those of the `body` option
   * @throws {AppError} `BODY_PARSER_MISSING` without the `createBodyParser` option
   */
  addBodyParsingMiddleware(bodyParsers?: BodyParsers): MiddlewareInterface;

  /**
   * Adds a layer that turns errors from the layers inside it into responses: HTML, unless `Accept` or the request body says
   * otherwise.
   *
   * @param options omitted options default to those of `createApp({ errors })`
   */
  addErrorMiddleware(options?: ErrorMiddlewareOptions): ErrorMiddlewareInterface;

  /**
   * The same with Slim's parameters.
   *
   * @param displayErrorDetails whether responses contain class, message, file and trace; never in
   *   production
   * @param logErrors whether errors are logged
   * @param logErrorDetails whether to log the whole error, or only its message
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
   * @throws {AppError} `BASE_PATH_INVALID`, even for pattern syntax
   */
  setBasePath(basePath: string): this;

  /** The canonical path: `'/b%C3%BCcher'` if `setBasePath` received `'/bücher'`. */
  getBasePath(): string;

  getRouteCollector(): RouteCollectorInterface<T>;

  /** `null` if none was passed in. */
  getContainer(): ContainerInterface | null;

  /**
   * Handles a request. A response to `HEAD` loses its body and keeps its headers.
   *
   * @returns the response, synchronously if every layer involved is synchronous; fails only with `errors: false`
   */
  handle(request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /**
   * Sets the handler for a class of errors in the whole application, like {@link ErrorMiddlewareInterface.setErrorHandler}.
   * Error middleware tries its own handlers first, then these.
   *
   * @throws {AppError} `CALLBACK_INVALID` for a handler that is not a function, and for a type that is not a class;
   *   `ERROR_HANDLING_OFF` with `errors: false`, and if the variant handles errors
   */
  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    handler: ErrorHandler<E>,
    handleSubclasses?: boolean,
  ): this;

  /**
   * Sets the handler for all other errors. It also replaces their logging and `onError`.
   *
   * @throws {AppError} `CALLBACK_INVALID`, `ERROR_HANDLING_OFF`, like {@link setErrorHandler}
   */
  setDefaultErrorHandler(handler: ErrorHandler): this;

  /**
   * Returns the built-in handler, to set its renderers; it is used unless another was set.
   *
   * @throws {AppError} `ERROR_HANDLING_OFF`
   */
  getDefaultErrorHandler(): DefaultErrorHandlerInterface;

  /**
   * Sets the handler for requests to unknown paths; its response passes through the layers outside routing. It does not
   * handle other errors: a path with routes only for other methods (405), a malformed path (400), an
   * `HttpNotFoundException` thrown by a handler.
   *
   * @param handler a function, which gets a fresh 404 response, or a name, resolved at the first such request; replaces an
   *   earlier one
   * @throws {AppError} `CALLBACK_INVALID`; in a request: `CONTAINER_MISSING`, `CONTAINER_ENTRY_MISSING`
   */
  notFound(handler: NotFoundHandler): this;

  /**
   * Calls a listener for each route, starting with those already registered, to read metadata or to refuse a route by
   * throwing. It sees the route as registered, before `setName` and `setMetadata`. The call that registers the route throws
   * what the listener throws; if you catch it, the route is still served.
   */
  onRoute(listener: (route: RouteInterface<T>) => void): this;

  /**
   * Registers a hook that releases resources when the application closes: pools, timers.
   *
   * @param hook if registered while others run, it runs next; after that, immediately, and its rejection is logged
   */
  onClose(hook: () => Awaitable<void>): this;

  /**
   * Runs the {@link onClose} hooks, the last registered first, each after the previous one has settled. A server calls it
   * after its last connection has closed; without a server, call it yourself. The application can still handle requests
   * afterwards.
   *
   * @returns the same promise each time. It rejects with an `AggregateError` of all failures; the other hooks still run.
   */
  close(): Promise<void>;

  /** Returns a human-readable list of the layers, in the order in which a request passes through them, one per line. */
  explain(): string;

  /**
   * Returns a human-readable list of which routes match a request and why, one per line.
   *
   * @param path as in a request; the result is `''` if it has no canonical form
   */
  explain(method: string, path: string): string;
}

/**
 * Text parsers by media type (`'application/json'`) or by suffix (`'+json'`), for the body
 * parsing that was passed in. `null` leaves the parsed body unset.
 */
export type BodyParsers = Readonly<Record<string, (input: string) => Awaitable<object | null>>>;

/**
 * Application options. All except `factories` have defaults.
 *
 * @typeParam T the types of middleware and callbacks, which `createApp` infers from `variant` or `strategy`
 */
export interface AppOptions<T extends VariantTypes = VariantB> {
  /** The factories of a message implementation. */
  readonly factories: HttpFactoriesInterface;

  /** The container that resolves names of middleware and callbacks. Default: names are refused. */
  readonly container?: ContainerInterface;

  /** The logger for errors. Default: server errors go to the console, client errors are not logged. */
  readonly logger?: LoggerInterface;

  /**
   * How bodies are parsed; routes and groups can override it, or set `body: false`. Default: bodies are parsed only for
   * routes with the `body` option, and by `addBodyParsingMiddleware`.
   *
   * The body of a routed request is parsed just before the route's callback, inside all layers. A layer that needs it
   * earlier calls `parseBody(request)`; the body is still parsed only once.
   *
   * @throws {AppError} `BODY_PARSER_MISSING` without `createBodyParser`
   */
  readonly body?: RouteBodyOptions;

  /**
   * Creates the parsers for the `body` options of the application and its routes, and for `addBodyParsingMiddleware`.
   * Default: none; these options are refused.
   */
  readonly createBodyParser?: BodyParserFactory;

  /** Options of the default router (`colonPlaceholders`, `rawUrls`), or another route table, for this application only. Default: a `Router` from `@mortise/router`. */
  readonly router?: RouterOptions | RouterInterface;

  /**
   * The limits of each route, which groups and routes can override: `{ handlerTimeout: 10_000 }`. Default: those of
   * the adapter, without `concurrency`.
   */
  readonly limits?: RouteLimits;

  /** Middleware, outermost first; `add` adds layers outside them. Default: none. */
  readonly layers?: readonly T['middleware'][];

  /**
   * Whether to detect and explain mistakes that types do not catch, such as a missing `return`; this costs a promise for
   * each asynchronous middleware. Default `true`.
   *
   * 1. The asynchronous result of each middleware is checked, so that the error names the one that returned no response.
   *    Otherwise only the final response is; results of synchronous middleware and of handlers are always checked.
   * 2. Assigning a status to the handler's response, which has no effect, causes a 500, `RESPONSE_INVALID`.
   * 3. A console warning names, once, a layer of the application that tries to catch errors of its handler: they are
   *    already responses.
   * 4. For a call of a missing member of a request or response, and similar mistakes, the log says what to write instead.
   *
   * `createApp` from `mortise` sets it unless `NODE_ENV` is `production`, and also warns about bodies that are read
   * unparsed.
   */
  readonly development?: boolean;

  /** The prefix of all routes, like {@link AppInterface.setBasePath}. Default `''`. */
  readonly basePath?: string;

  /**
   * How callbacks are called; with {@link requestResponseArgs} their type is `(request, response, ...values)`. Default
   * {@link requestResponse}: `(request, response, args)`.
   */
  readonly strategy?: InvocationStrategyInterface | ValuesStrategyInterface<T>;

  /** Creates the variant, which determines the kinds of middleware and callbacks. Default: variant B. */
  readonly variant?: VariantFactory<T>;

  /**
   * How the application responds to errors from its routes and layers; with `false`, they pass through all layers, and
   * `handle` throws them. Default: the defaults of these options.
   *
   * Responses are plain text without details, unless `Accept` or the request body determines another format; layers outside
   * receive them. `false` means `{ catchAll: false }`.
   */
  readonly errors?: false | AppErrorOptions;

  /**
   * Returns fields to add to the log context of each error, such as the ids of the request and its trace. They can
   * replace `method` and `target` (without its query). If it throws, the exception is ignored. Default: nothing.
   */
  readonly logContext?: (request: ServerRequestInterface) => LogContext;
}
