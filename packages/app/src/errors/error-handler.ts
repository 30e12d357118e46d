import type {
  Awaitable,
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { LogContext, LoggerInterface } from '../application/logger.js';
import {
  type ErrorFacts,
  errorFacts,
  type UnknownErrorText,
  unknownErrorText,
} from './error-facts.js';
import type { ErrorRenderer } from './error-renderer.js';
import { ErrorRenderers } from './error-renderers.js';
import { type ErrorPage } from './html-error-renderer.js';

/**
 * Answers an error. It is given what `addErrorMiddleware` was told.
 *
 * @param displayErrorDetails whether the client may read what only developers should
 * @param logErrors whether the error is to be logged
 * @param logErrorDetails whether the log gets the error whole
 */
export type ErrorHandler<E extends Error = Error> = (
  request: ServerRequestInterface,
  error: E,
  displayErrorDetails: boolean,
  logErrors: boolean,
  logErrorDetails: boolean,
) => Awaitable<ResponseInterface>;

/** The handler for every error that has none of its own. */
export interface DefaultErrorHandlerInterface {
  /** Logs an error once, and renders it in the type that the client likes best. */
  readonly handle: ErrorHandler;

  /**
   * @param mediaType becomes the `Content-Type` as it is, parameters included; a renderer of the
   *   same type is replaced
   */
  registerErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /** The type for clients that like all types alike, or none of ours. Default: HTML. */
  setDefaultErrorRenderer(mediaType: string, renderer: ErrorRenderer): this;

  /** Renders every error in one registered type, whatever the client likes; `null` ends that. */
  forceContentType(mediaType: string | null): this;
}

/** What the answers of an error handler say and look like. */
export interface ErrorTexts {
  /** What a client reads about an error that says nothing to clients. */
  readonly unknown?: UnknownErrorText;

  /** The page around the content of an error. */
  readonly page?: ErrorPage;
}

/** The stock handler: the family of `HttpException`, errors with a `status`, and anything else. */
export class DefaultErrorHandler implements DefaultErrorHandlerInterface {
  readonly #factories: HttpFactoriesInterface;
  readonly #logger: LoggerInterface;
  readonly #unknown: UnknownErrorText;
  readonly #renderers: ErrorRenderers;

  constructor(factories: HttpFactoriesInterface, logger: LoggerInterface, texts: ErrorTexts = {}) {
    this.#factories = factories;
    this.#logger = logger;
    this.#unknown = texts.unknown ?? unknownErrorText;
    this.#renderers = new ErrorRenderers(texts.page);
  }

  readonly handle: ErrorHandler = (
    request,
    error,
    displayErrorDetails,
    logErrors,
    logErrorDetails,
  ) => {
    const facts = errorFacts(error, this.#unknown);
    if (logErrors) this.#log(request, error, facts, logErrorDetails);
    const { mediaType, render } = this.#renderers.choose(request.getHeaderLine('Accept'));
    let response = this.#factories.createResponse(statusFor(request, facts));
    for (const [name, value] of facts.headers) response = response.withAddedHeader(name, value);
    response.getBody().write(render(error, displayErrorDetails, facts));
    return response.withHeader('Content-Type', mediaType);
  };

  registerErrorRenderer(mediaType: string, renderer: ErrorRenderer): this {
    this.#renderers.register(mediaType, renderer);
    return this;
  }

  setDefaultErrorRenderer(mediaType: string, renderer: ErrorRenderer): this {
    this.#renderers.register(mediaType, renderer);
    this.#renderers.prefer(mediaType);
    return this;
  }

  forceContentType(mediaType: string | null): this {
    this.#renderers.force(mediaType);
    return this;
  }

  #log(
    request: ServerRequestInterface,
    error: Error,
    { status }: ErrorFacts,
    whole: boolean,
  ): void {
    const message = oneLine(`${status} ${error.name}: ${error.message}`);
    const context = { ...askedFor(request), ...(whole && { exception: error }) };
    try {
      if (status >= 500) this.#logger.error(message, context);
      else this.#logger.info(message, context);
    } catch {
      // The client gets an answer though the log is full.
    }
  }
}

/** What the client wanted, as far as the request can tell. */
function askedFor(request: ServerRequestInterface): LogContext {
  try {
    return { method: request.getMethod(), target: request.getRequestTarget() };
  } catch {
    return {};
  }
}

/** An `OPTIONS` that no route answers learns the methods from `Allow`: that is no error of its. */
function statusFor(request: ServerRequestInterface, { status }: ErrorFacts): number {
  return status === 405 && request.getMethod() === 'OPTIONS' ? 200 : status;
}

/** What a client sent may stand in a message: it must not begin a line of the log. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
