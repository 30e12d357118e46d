import type {
  Awaitable,
  HttpFactoriesInterface,
  LogContext,
  LoggerInterface,
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
 * An application: routes, the middleware around them, and error handling.
 *
 * The layers are composed on the first request after a change, and reused for later requests.
 */
export interface AppInterface<T extends VariantTypes = VariantB>
  extends RouteCollectorProxyInterface<T, ''>,
    RequestHandlerInterface {
  /** The `factories` option. Adapters use it to create requests. */
  readonly factories: HttpFactoriesInterface;

  /**
   * Adds middleware around everything added so far: the last added is outermost. To pass a list, outermost first, use
   * the `layers` option.
   *
   * @throws {AppError} `MIDDLEWARE_INVALID` for a value that is not middleware, or more than one argument
   */
  add(middleware: T['middleware']): this;

  /** The same as {@link add}. */
  addMiddleware(middleware: T['middleware']): this;

  /**
   * Returns the middleware from the `layers` option and {@link add}, innermost first. Excludes middleware of groups and
   * routes, and what `addRoutingMiddleware`, `addBodyParsingMiddleware` and `addErrorMiddleware` add.
   */
  getMiddleware(): readonly T['middleware'][];

  /**
   * Routes requests at this point in the stack, so that inner layers can read the route. Without this call, routing
   * runs innermost.
   */
  addRoutingMiddleware(): MiddlewareInterface;

  /**
   * Adds a layer that parses bodies at this point in the stack, using the `body` option of the application or of the
   * request's route. Layers outside it can call `parseBody(request)`.
   *
   * @param bodyParsers parsers by media type, which override those of the `body` option
   * @throws {AppError} `BODY_PARSER_MISSING` without the `createBodyParser` option
   */
  addBodyParsingMiddleware(bodyParsers?: BodyParsers): MiddlewareInterface;

  /**
   * Adds a layer that turns errors from the layers inside it into responses: HTML, unless `Accept` or the request's
   * `Content-Type` selects another format.
   *
   * @param options omitted options, except `fallback`, default to those of `createApp({ errors })`
   */
  addErrorMiddleware(options?: ErrorMiddlewareOptions): ErrorMiddlewareInterface;

  /**
   * The same, with Slim's positional parameters.
   *
   * @param displayErrorDetails whether responses contain class, message, file and trace; never use it in production
   * @param logErrors whether errors are logged
   * @param logErrorDetails whether to log the whole error, or only its message
   * @param logger default: the application's logger
   */
  addErrorMiddleware(
    displayErrorDetails: boolean,
    logErrors: boolean,
    logErrorDetails: boolean,
    logger?: LoggerInterface,
  ): ErrorMiddlewareInterface;

  /**
   * Sets the prefix of all routes. Paths outside it are not found.
   *
   * @param basePath `''`, or a path that begins with `/`, in any encoding
   * @throws {AppError} `BASE_PATH_INVALID` for any other value, or pattern syntax such as a placeholder
   */
  setBasePath(basePath: string): this;

  /** Returns the base path in canonical form: `'/b%C3%BCcher'` after `setBasePath('/bücher')`. Default `''`. */
  getBasePath(): string;

  /** Returns the routes of the application, to look them up, match paths or generate URLs. */
  getRouteCollector(): RouteCollectorInterface<T>;

  /** Returns the `container` option; `null` without one. */
  getContainer(): ContainerInterface | null;

  /**
   * Handles a request. The response to a `HEAD` request keeps its headers, but not its body.
   *
   * @returns the response, synchronously if every layer involved is synchronous. Throws or rejects only with
   *   `errors: false`, or if the request's headers cannot be read
   */
  handle(request: ServerRequestInterface): Awaitable<ResponseInterface>;

  /**
   * Sets the handler for a class of errors in the whole application; see
   * {@link ErrorMiddlewareInterface.setErrorHandler}. Error middleware tries its own handlers first, then these.
   *
   * @throws {AppError} `CALLBACK_INVALID` if the handler is not a function or a type is not a class;
   *   `ERROR_HANDLING_OFF` with `errors: false`, or if the variant handles errors
   */
  setErrorHandler<C extends ErrorClass>(
    types: C | readonly C[],
    handler: ErrorHandler<InstanceType<C>>,
    handleSubclasses?: boolean,
  ): this;

  /**
   * Sets the handler for errors without a more specific one. It also replaces the default logging and `onError`.
   *
   * @throws {AppError} `CALLBACK_INVALID` or `ERROR_HANDLING_OFF`, like {@link setErrorHandler}
   */
  setDefaultErrorHandler(handler: ErrorHandler): this;

  /**
   * Returns the built-in default handler, for example to set its renderers. It is used unless
   * {@link setDefaultErrorHandler} replaced it.
   *
   * @throws {AppError} `ERROR_HANDLING_OFF`, like {@link setErrorHandler}
   */
  getDefaultErrorHandler(): DefaultErrorHandlerInterface;

  /**
   * Sets the handler for requests to unknown paths. Its response passes through the layers outside routing. It does not
   * handle other errors: a path with routes only for other methods (405), a malformed path (400), an
   * `HttpNotFoundException` thrown by a handler.
   *
   * @param handler a function `(request, response)` that gets a fresh 404 response, an object with `handle`, or a
   *   container name, resolved on the first such request. Replaces an earlier handler
   * @throws {AppError} `CALLBACK_INVALID`. A name that cannot be resolved fails the request, with `CONTAINER_MISSING`
   *   or `CONTAINER_ENTRY_MISSING`
   */
  notFound(handler: NotFoundHandler): this;

  /**
   * Calls a listener for each route, starting with those already registered, to read its metadata or reject it by
   * throwing. The listener sees the route before `setName` and `setMetadata` are called. If it throws, so does the call
   * that registers the route; if you catch that error, the route is still served.
   */
  onEachRoute(listener: (route: RouteInterface<T>) => void): this;

  /**
   * Registers a hook that releases resources, such as pools and timers, when the application closes.
   *
   * @param hook runs next if registered while other hooks run. If registered after that, it runs immediately, and its
   *   rejection is logged
   */
  onClose(hook: () => Awaitable<void>): this;

  /**
   * Runs the {@link onClose} hooks one after another, the last registered first. A server calls this after its last
   * connection has closed; without a server, call it yourself. The application can still handle requests afterwards.
   * A mounted application is closed too, unless a server of another application that mounts it is open.
   *
   * @returns the same promise for each call. If hooks fail, the others still run, then it rejects with an
   *   `AggregateError`.
   */
  close(): Promise<void>;

  /** Returns a human-readable list of the layers, outermost first, then of each route and its layers, one per line. */
  explain(): string;

  /**
   * Returns a human-readable list of all routes, each with the reason why it does or does not match a request, one per
   * line.
   *
   * @param path as in a request, with the base path; the result is `''` if it has no canonical form
   */
  explain(method: string, path: string): string;
}

/**
 * Body parsers by media type (`'application/json'`) or suffix (`'+json'`), for {@link AppOptions.createBodyParser}.
 * Each receives the body as text; if it returns `null`, the parsed body stays unset.
 */
export type BodyParsers = Readonly<Record<string, (input: string) => Awaitable<object | null>>>;

/**
 * Application options. Only `factories` is required.
 *
 * @typeParam T the types of middleware and callbacks, which `createApp` infers from `variant` or `strategy`
 */
export interface AppOptions<T extends VariantTypes = VariantB> {
  /** The factories of a message implementation, such as `factories` from `@mortise/message`. */
  readonly factories: HttpFactoriesInterface;

  /** The container that resolves names of middleware and callbacks. Default: none, so names cannot be used. */
  readonly container?: ContainerInterface | undefined;

  /** The logger for errors. Default: server errors go to the console, client errors are not logged. */
  readonly logger?: LoggerInterface | undefined;

  /**
   * How bodies are parsed; routes and groups can override it, or set `body: false`. Default: bodies are parsed only for
   * routes with the `body` option, and by `addBodyParsingMiddleware`.
   *
   * The body of a routed request is parsed just before the route's callback, inside all layers. A layer that needs it
   * earlier calls `parseBody(request)`; the body is still parsed only once.
   *
   * @throws {AppError} `BODY_PARSER_MISSING` without `createBodyParser`
   */
  readonly body?: RouteBodyOptions | undefined;

  /**
   * Creates the parsers for the `body` options of the application and its routes, and for `addBodyParsingMiddleware`.
   * Default: none, so these options cannot be used.
   */
  readonly createBodyParser?: BodyParserFactory | undefined;

  /**
   * Options of the default router (`colonPlaceholders`, `rawUrls`), or your own router, used by this application only.
   * Default: a `Router` from `@mortise/router`.
   */
  readonly router?: RouterOptions | RouterInterface | undefined;

  /**
   * The limits of each route, which groups and routes can override: `{ handlerTimeout: 10_000 }`. Default: the
   * adapter's timeout, and no `concurrency` limit.
   */
  readonly limits?: RouteLimits | undefined;

  /** Middleware, outermost first; `add` adds layers outside them. Default: none. */
  readonly layers?: readonly T['middleware'][] | undefined;

  /**
   * Whether to detect and explain mistakes that types do not catch; this costs a promise per asynchronous handler.
   * Default `true`.
   *
   * 1. What would have no effect is an error (500): a status or body assigned to a response, promises in `json`.
   * 2. Warnings name other mistakes, such as a body that is read before it is parsed (`BODY_NOT_PARSED`), including
   *    those that add-ons find.
   * 3. If code calls a member that requests or responses do not have, or makes a similar mistake, the log says what to
   *    write instead.
   *
   * It applies to the requests that this application handles: a mounted application has its own. `createApp` from
   * `mortise` sets it unless `NODE_ENV` is `production`.
   */
  readonly development?: boolean | undefined;

  /** The prefix of all routes; see {@link AppInterface.setBasePath}. Default `''`. */
  readonly basePath?: string | undefined;

  /**
   * How callbacks are called; with {@link requestResponseArgs} their type is `(request, response, ...values)`. Default
   * {@link requestResponse}: `(request, response, args)`.
   */
  readonly strategy?: InvocationStrategyInterface | ValuesStrategyInterface<T> | undefined;

  /** Creates the variant, which determines the types of middleware and callbacks. Default: variant B. */
  readonly variant?: VariantFactory<T> | undefined;

  /**
   * How the application responds to errors from its routes and layers. With `false`, errors pass through all layers,
   * and `handle` throws them. Default: `{}`.
   *
   * Responses are plain text without details, unless `Accept` or the request's `Content-Type` selects another format.
   * Outer layers receive the response, not the error. `false` means `{ catchAll: false }`.
   */
  readonly errors?: false | AppErrorOptions | undefined;

  /**
   * Returns fields to add to the log context of each error, such as request and trace ids. They can replace `method`
   * and `target` (logged without the query). If it throws, the line names the exception. Default: none.
   */
  readonly logContext?: ((request: ServerRequestInterface) => LogContext) | undefined;
}
