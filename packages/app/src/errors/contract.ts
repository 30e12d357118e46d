import type { HandlerResult } from '../result-check.js';
import type {
  Awaitable,
  ErrorEvent,
  LoggerInterface,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { MethodNotAllowed, NotFound } from '@mortise/router';

/** The parts of an error that are safe to show to every client. The error can come from any package. */
export interface ErrorFacts {
  /** The HTTP status, 400 to 599. */
  readonly status: number;

  /** Distinguishes errors with the same status; `null` if the error has no code. */
  readonly code: string | null;

  /** The title for the client: `'404 Not Found'`, unless the error has its own. */
  readonly title: string;

  /** The text for HTML pages and problem details: the error's own, or a generic one; `''` if there is none. */
  readonly description: string;

  /**
   * The error's own text, for every format. `''` if it has none for clients, and for an `HttpException`, whose
   * description appears only on HTML pages and in problem details (as in Slim).
   */
  readonly detail: string;

  /** Further members of problem details and JSON (RFC 9457 3.2). */
  readonly problem: Readonly<Record<string, unknown>>;

  /** Response headers, one pair per value. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The text that clients get for an error that provides none. */
export interface UnknownErrorText {
  /** The title, such as `500 Internal Server Error`. */
  readonly title: string;
  /** What happened, as a human-readable sentence. */
  readonly description: string;
}

/**
 * Renders the body of an error response for one media type. It must escape all text from the error or the request for
 * that type.
 *
 * @param error as thrown
 * @param displayErrorDetails whether to show details that only developers should see: class, message, file, trace,
 *   causes
 * @param facts the parts that every client can see
 */
export type ErrorRenderer = (
  error: Error,
  displayErrorDetails: boolean,
  facts: ErrorFacts,
) => string;

/**
 * Renders the HTML page that contains an error message.
 *
 * @param title text, already escaped
 * @param content HTML, inserted unchanged
 * @returns the whole page
 */
export type ErrorPage = (title: string, content: string) => string;

/**
 * Creates the response to an error. The last three parameters are those of `addErrorMiddleware`.
 *
 * @param displayErrorDetails whether to show the client details for developers
 * @param logErrors whether to log the error
 * @param logErrorDetails whether to log the whole error, or only its message
 */
export type ErrorHandler<E extends Error = Error, R extends HandlerResult = HandlerResult> = (
  request: ServerRequestInterface,
  error: E,
  displayErrorDetails: boolean,
  logErrors: boolean,
  logErrorDetails: boolean,
) => Awaitable<R>;

/** Handles all errors for which no other handler is set. */
export interface DefaultErrorHandlerInterface {
  /**
   * Logs an error and calls `onError`, both once per error, then renders it in the media type that the client prefers.
   */
  readonly handle: ErrorHandler<Error, ResponseInterface>;

  /**
   * Adds a renderer, or replaces the one for the same media type.
   *
   * @param mediaType becomes the `Content-Type` unchanged, parameters included
   */
  registerErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /** Sets the renderer for clients that accept any type, and for those that accept no registered one. */
  setDefaultErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /**
   * Renders every error in one registered type, regardless of `Accept`; `null` turns this off. For an unregistered
   * type, errors are rendered as for a client that accepts any type.
   */
  forceContentType(mediaType: string | null): this;
}

/** The routing result of a request that matched no route. `bad-path`: its path has no canonical form. */
export type UnroutedResult = MethodNotAllowed | NotFound | { readonly kind: 'bad-path' };

/** A class of errors. */
export type ErrorClass<E extends Error = Error> = abstract new (...parameters: never[]) => E;

/**
 * Turns errors from the layers inside it into responses.
 *
 * If a custom handler's response has the error's status, it also gets the error's headers (`Allow`, `WWW-Authenticate`,
 * `Retry-After`), unless it sets them itself.
 */
export interface ErrorMiddlewareInterface extends MiddlewareInterface {
  /**
   * Sets the handler for one or more classes of errors, replacing one set with the same `handleSubclasses`.
   *
   * @param handleSubclasses whether it handles subclasses too; default `false`. A handler for the error's own class
   *   takes precedence over those for its superclasses; among these, the class that was set first wins.
   * @throws {AppError} `CALLBACK_INVALID` if the handler is not a function or a type is not a class
   */
  setErrorHandler<C extends ErrorClass>(
    types: C | readonly C[],
    handler: ErrorHandler<InstanceType<C>>,
    handleSubclasses?: boolean,
  ): this;

  /** Returns the handler for a class of errors; the default handler if none is set. */
  getErrorHandler(type: ErrorClass): ErrorHandler;

  /**
   * Sets the handler for errors without a more specific one. It also replaces the default logging and `onError`.
   *
   * @throws {AppError} `CALLBACK_INVALID` if the handler is not a function
   */
  setDefaultErrorHandler(handler: ErrorHandler): this;

  /** Returns the built-in default handler, for example to set its renderers. It is used unless another was set. */
  getDefaultErrorHandler(): DefaultErrorHandlerInterface;
}

/** How an application responds to errors. */
export interface ErrorOptions {
  /**
   * Shows the client an error's class, message, file, stack trace and causes, and the routes that almost matched. Never
   * enable it in production. Default `false`.
   */
  readonly details?: boolean | undefined;

  /**
   * The format for every client: `'problem'`, `'json'`, `'html'`, `'xml'` or `'text'`. Default: chosen by `Accept` and
   * `Content-Type` of the request.
   */
  readonly format?: ErrorFormat | undefined;

  /** The format for clients that accept any type, or none of the registered ones. Default `'text'`. */
  readonly fallback?: 'html' | 'text' | undefined;

  /**
   * Renders the HTML page of an error from its title and content, both already escaped. Default: a single column, light
   * or dark, without scripts.
   */
  readonly page?: ErrorPage | undefined;

  /**
   * The `title` and `description` that clients get for an error that provides none. Default:
   * `500 Internal Server Error` and `The server could not handle the request.`, or Slim's with `addErrorMiddleware`.
   */
  readonly unknown?: UnknownErrorText | undefined;

  /**
   * Called once for each error with a status of 500 or above, before the default handler renders it. If it throws or
   * rejects, that failure is logged. The response does not wait for a promise that it returns. Default: none.
   */
  readonly onError?: ((error: unknown, event: ErrorEvent) => void) | undefined;
}

/** The {@link ErrorOptions} of an application. */
export interface AppErrorOptions extends ErrorOptions {
  /**
   * With `false`, errors pass through all layers and `handle` throws them, as in Slim; the other options then apply
   * only to error middleware and the variant. Default `true`.
   */
  readonly catchAll?: boolean | undefined;
}

/**
 * A format for error responses: `'problem'` is `application/problem+json` (RFC 9457), `'json'` the same members as
 * `application/json`, or Slim's JSON with `addErrorMiddleware`.
 */
export type ErrorFormat = 'problem' | 'json' | 'html' | 'xml' | 'text';

/**
 * The {@link ErrorOptions} of one error layer. Omitted options, except `fallback`, default to the application's
 * `errors`.
 */
export interface ErrorMiddlewareOptions extends ErrorOptions {
  /** The format for clients that accept any type, or none of the registered ones. Default `'html'`. */
  readonly fallback?: 'html' | 'text' | undefined;

  /** Whether errors are logged. Default `true`. */
  readonly log?: boolean | undefined;

  /** Whether to log the whole error, as `exception` in the log context. Default `true`. */
  readonly logDetails?: boolean | undefined;

  /** The logger for errors. Default: the application's logger. */
  readonly logger?: LoggerInterface | undefined;
}
