import type {
  Awaitable,
  ErrorEvent,
  LoggerInterface,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { HttpException } from './http-exception.js';

/** What every client may read of an error, from any package. */
export interface ErrorFacts {
  /** 400 to 599. */
  readonly status: number;

  /** Tells errors of one status apart; `null` if the error has none of its own. */
  readonly code: string | null;

  /** What the client reads first: `'404 Not Found'`, unless the error has a title of its own. */
  readonly title: string;

  /** For pages and problem details: the error's own text, or a general one; `''` if there is none. */
  readonly description: string;

  /**
   * The error's own text, for every format. `''` if it has none for clients, and for the family of
   * `HttpException`, whose description only pages and problem details show (as in Slim).
   */
  readonly detail: string;

  /** Further members of problem details and JSON (RFC 9457 3.2). */
  readonly problem: Readonly<Record<string, unknown>>;

  /** Header fields of the response, a pair for each value. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What a client reads about an error that says nothing to clients. */
export interface UnknownErrorText {
  readonly title: string;
  readonly description: string;
}

/**
 * Writes the body of the response to an error, for one media type. Everything that comes from the
 * error or the request must be escaped for that type.
 *
 * @param error as thrown
 * @param displayErrorDetails whether to show what only developers may read: class, message, file,
 *   trace, causes
 * @param facts what every client may read
 */
export type ErrorRenderer = (
  error: Error,
  displayErrorDetails: boolean,
  facts: ErrorFacts,
) => string;

/**
 * A page around the content of an error.
 *
 * @param title text, already escaped
 * @param content HTML
 */
export type ErrorPage = (title: string, content: string) => string;

/**
 * Creates the response to an error. The three switches are those of `addErrorMiddleware`.
 *
 * @param displayErrorDetails whether the client may read what only developers should
 * @param logErrors whether the error is to be logged
 * @param logErrorDetails whether the log gets the whole error
 */
export type ErrorHandler<E extends Error = Error> = (
  request: ServerRequestInterface,
  error: E,
  displayErrorDetails: boolean,
  logErrors: boolean,
  logErrorDetails: boolean,
) => Awaitable<ResponseInterface>;

/** The handler of all errors that have no handler of their own. */
export interface DefaultErrorHandlerInterface {
  /** Reports an error once, and renders it in the media type that the client prefers. */
  readonly handle: ErrorHandler;

  /**
   * Adds a renderer, or replaces that of the same media type.
   *
   * @param mediaType becomes the `Content-Type` unchanged, parameters included
   */
  registerErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /** Sets the renderer for clients that name no type, and for those that accept no registered one. */
  setDefaultErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /** Renders every error in one registered type, whatever the client accepts; `null` ends that. */
  forceContentType(mediaType: string | null): this;
}

/** A route that nearly matched a request, for developers. */
export interface NearRoute {
  readonly methods: readonly string[];
  readonly pattern: string;
  /** Why it does not match. */
  readonly reason: string;
}

/** How routing ended for a request that reached no route. `bad-path`: its path has no canonical form. */
export type UnroutedResult =
  | { readonly kind: 'not-found' }
  | {
      readonly kind: 'method-not-allowed';
      /** Never empty. */
      readonly allowed: readonly string[];
    }
  | { readonly kind: 'bad-path' };

/**
 * Answers a request that reached no route, at the place of routing in the stack.
 *
 * @param exception creates what is otherwise thrown there; called on demand
 */
export type AnswerUnrouted = (
  request: ServerRequestInterface,
  result: UnroutedResult,
  exception: () => HttpException,
) => Awaitable<ResponseInterface>;

/** A class of errors. */
export type ErrorClass<E extends Error = Error> = abstract new (...parameters: never[]) => E;

/**
 * Turns the errors of all layers inside into responses.
 *
 * The response of a custom handler gets the header fields of the error (`Allow`,
 * `WWW-Authenticate`, `Retry-After`) if it has the error's status, and has no field of that name.
 */
export interface ErrorMiddlewareInterface extends MiddlewareInterface {
  /**
   * Sets the handler of a class of errors, replacing one that was set for it with the same
   * `handleSubclasses`.
   *
   * @param handleSubclasses whether it handles subclasses too; default `false`. The handler of the
   *   very class of an error comes first, then the handlers of the classes above in the order in
   *   which those classes were first set.
   */
  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    handler: ErrorHandler<E>,
    handleSubclasses?: boolean,
  ): this;

  /** Returns the handler of errors of a class. */
  getErrorHandler(type: ErrorClass): ErrorHandler;

  /** Sets the handler of all other errors. */
  setDefaultErrorHandler(handler: ErrorHandler): this;

  /** Returns the built-in handler, for its renderers; in use unless another one was set. */
  getDefaultErrorHandler(): DefaultErrorHandlerInterface;
}

/** How an application responds to errors. */
export interface ErrorOptions {
  /** Shows class, message, file, trace and causes to the client: never in production. Default `false`. */
  readonly details?: boolean;

  /** Renders every error in this format. Default: the client's `Accept` and `Content-Type` decide. */
  readonly format?: ErrorFormat;

  /** The format for clients that name no type, or no registered one. Default `'text'`. */
  readonly fallback?: 'html' | 'text';

  /** The page around the content of an error, in HTML. Default: one column, without a script. */
  readonly page?: ErrorPage;

  /** What a client reads about an error that says nothing to clients. */
  readonly unknown?: UnknownErrorText;

  /**
   * Called once for each error that is answered with 500 or above, before it is rendered. What it
   * throws is logged.
   */
  readonly onError?: (error: unknown, event: ErrorEvent) => void;
}

/** {@link ErrorOptions} of an application. */
export interface AppErrorOptions extends ErrorOptions {
  /**
   * `false` lets errors that leave all layers leave `handle` too, as Slim does; the other options are
   * then those of error middleware and of the variant alone. Default `true`.
   */
  readonly catchAll?: boolean;
}

/** A format of responses to errors; `'problem'` is `application/problem+json` (RFC 9457). */
export type ErrorFormat = 'problem' | 'json' | 'html' | 'xml' | 'text';

/** {@link ErrorOptions} of one error layer: what is absent is as in the application's `errors`. */
export interface ErrorMiddlewareOptions extends ErrorOptions {
  /** Default `'html'`. */
  readonly fallback?: 'html' | 'text';

  /** Whether errors are logged. Default `true`. */
  readonly log?: boolean;

  /** Whether the log gets the whole error, as `exception`. Default `true`. */
  readonly logDetails?: boolean;

  /** Default: the application's. */
  readonly logger?: LoggerInterface;
}
