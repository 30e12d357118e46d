import type { HandlerResult } from '../result-check.js';
import type {
  Awaitable,
  ErrorEvent,
  LoggerInterface,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { HttpException } from './http-exception.js';

/** The parts of an error that every client can read, for errors of any package. */
export interface ErrorFacts {
  /** 400 to 599. */
  readonly status: number;

  /** Distinguishes errors with the same status; `null` if the error has no code. */
  readonly code: string | null;

  /** The title for the client: `'404 Not Found'`, unless the error has its own. */
  readonly title: string;

  /** For pages and problem details: the error's own text, or a general one; `''` if absent. */
  readonly description: string;

  /**
   * The error's own text, for every format. `''` if it has none for clients, and for subclasses of
   * `HttpException`, whose description appears only on pages and in problem details (as in Slim).
   */
  readonly detail: string;

  /** Further members of problem details and JSON (RFC 9457 3.2). */
  readonly problem: Readonly<Record<string, unknown>>;

  /** Response headers, one pair per value. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The text that clients get for an error without its own. */
export interface UnknownErrorText {
  /** The title, such as `500 Internal Server Error`. */
  readonly title: string;
  /** What happened, as a human-readable sentence. */
  readonly description: string;
}

/**
 * Writes the body of an error response, for one media type. All text from the
 * error or the request must be escaped for that type.
 *
 * @param error as thrown
 * @param displayErrorDetails whether to show details that only developers may read: class, message, file,
 *   trace, causes
 * @param facts the parts that every client may read
 */
export type ErrorRenderer = (
  error: Error,
  displayErrorDetails: boolean,
  facts: ErrorFacts,
) => string;

/**
 * Renders the HTML page around the content of an error.
 *
 * @param title text, already escaped
 * @param content HTML
 */
export type ErrorPage = (title: string, content: string) => string;

/**
 * Creates the response to an error. The three switches are those of `addErrorMiddleware`.
 *
 * @param displayErrorDetails whether the client may read details for developers
 * @param logErrors whether to log the error
 * @param logErrorDetails whether to log the whole error
 */
export type ErrorHandler<E extends Error = Error, R extends HandlerResult = HandlerResult> = (
  request: ServerRequestInterface,
  error: E,
  displayErrorDetails: boolean,
  logErrors: boolean,
  logErrorDetails: boolean,
) => Awaitable<R>;

/** Handles all errors without a handler of their own. */
export interface DefaultErrorHandlerInterface {
  /** Reports an error once, and renders it in the media type that the client prefers. */
  readonly handle: ErrorHandler<Error, ResponseInterface>;

  /**
   * Adds a renderer, or replaces the one for the same media type.
   *
   * @param mediaType becomes the `Content-Type` unchanged, parameters included
   */
  registerErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /** Sets the renderer for clients that accept any type, and for those that accept no registered one. */
  setDefaultErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /** Renders every error in one registered type, whatever the client accepts; `null` switches that off. */
  forceContentType(mediaType: string | null): this;
}

/** A route that almost matched a request, for developers. */
export interface NearRoute {
  readonly methods: readonly string[];
  readonly pattern: string;
  /** Why it does not match. */
  readonly reason: string;
}

/** The routing result of a request without a route. `bad-path`: its path has no canonical form. */
export type UnroutedResult =
  | { readonly kind: 'not-found' }
  | {
      readonly kind: 'method-not-allowed';
      /** Never empty. */
      readonly allowed: readonly string[];
    }
  | { readonly kind: 'bad-path' };

/**
 * Responds to a request without a route, at the place of routing in the stack.
 *
 * @param exception creates the exception that would otherwise be thrown there; called on demand
 */
export type AnswerUnrouted = (
  request: ServerRequestInterface,
  result: UnroutedResult,
  exception: () => HttpException,
) => Awaitable<ResponseInterface>;

/** A class of errors. */
export type ErrorClass<E extends Error = Error> = abstract new (...parameters: never[]) => E;

/**
 * Turns errors from the layers inside it into responses.
 *
 * A custom handler's response with the error's status also gets the error's headers (`Allow`, `WWW-Authenticate`,
 * `Retry-After`), unless it sets them itself.
 */
export interface ErrorMiddlewareInterface extends MiddlewareInterface {
  /**
   * Sets the handler for a class of errors, replacing one set with the same `handleSubclasses`.
   *
   * @param handleSubclasses whether it handles subclasses too; default `false`. The handler of the
   *   error's own class comes first, then the handlers of its superclasses in the order in
   *   which those classes were first set.
   * @throws {AppError} `CALLBACK_INVALID` for a handler that is not a function, and for a type that is not a class
   */
  setErrorHandler<E extends Error>(
    types: ErrorClass<E> | readonly ErrorClass<E>[],
    handler: ErrorHandler<E>,
    handleSubclasses?: boolean,
  ): this;

  /** Returns the handler for a class of errors. */
  getErrorHandler(type: ErrorClass): ErrorHandler;

  /**
   * Sets the handler for all other errors. It also replaces their logging and `onError`.
   *
   * @throws {AppError} `CALLBACK_INVALID` for a handler that is not a function
   */
  setDefaultErrorHandler(handler: ErrorHandler): this;

  /** Returns the built-in handler, to set its renderers; it is used unless another was set. */
  getDefaultErrorHandler(): DefaultErrorHandlerInterface;
}

/** How an application responds to errors. */
export interface ErrorOptions {
  /**
   * Shows class, message, file, stack trace, causes and the closest routes to the client. Never set it in production.
   * Default `false`.
   */
  readonly details?: boolean;

  /** The format for every client: `'problem'`, `'json'`, `'html'`, `'xml'` or `'text'`. Default: determined by its `Accept` and `Content-Type`. */
  readonly format?: ErrorFormat;

  /** The format for clients that accept any type, or none of the registered ones. Default `'text'`. */
  readonly fallback?: 'html' | 'text';

  /**
   * Returns the HTML page for the title and the content of an error, which are already escaped. Default: a single column,
   * light or dark, without scripts.
   */
  readonly page?: ErrorPage;

  /**
   * The `title` and `description` that clients get for an error without text for clients. Default: `500 Internal Server
   * Error` and `The server could not handle the request.`, or Slim's with `addErrorMiddleware`.
   */
  readonly unknown?: UnknownErrorText;

  /**
   * Called once for each error with a status of 500 or above, before the default handler renders it. If it throws or
   * rejects, that error is logged. The response does not wait for a promise. Default: none.
   */
  readonly onError?: (error: unknown, event: ErrorEvent) => void;
}

/** {@link ErrorOptions} of an application. */
export interface AppErrorOptions extends ErrorOptions {
  /**
   * With `false`, errors pass through all layers and `handle` throws them, as in Slim; the other options then apply
   * only to error middleware and the variant. Default `true`.
   */
  readonly catchAll?: boolean;
}

/**
 * A format for error responses: `'problem'` is `application/problem+json` (RFC 9457), `'json'` the same members as
 * `application/json`, or Slim's JSON with `addErrorMiddleware`.
 */
export type ErrorFormat = 'problem' | 'json' | 'html' | 'xml' | 'text';

/** {@link ErrorOptions} of one error layer: omitted ones default to the application's `errors`. */
export interface ErrorMiddlewareOptions extends ErrorOptions {
  /** The format for clients that accept any type, or none of the registered ones. Default `'html'`. */
  readonly fallback?: 'html' | 'text';

  /** Whether errors are logged. Default `true`. */
  readonly log?: boolean;

  /** Whether to log the whole error, as `exception`. Default `true`. */
  readonly logDetails?: boolean;

  /** Where errors are logged. Default: the application's logger. */
  readonly logger?: LoggerInterface;
}
