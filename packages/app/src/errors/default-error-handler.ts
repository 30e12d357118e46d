import {
  catchAwaitable,
  consoleLine,
  consoleText,
  loggedTarget,
  memberOf,
  observe,
} from '@mortise/base';
import { errorEvent, isAbandoned } from '@mortise/base/adapter';
import { REPORTED_ERROR } from '@mortise/base/keys';
import { writeText } from '@mortise/base/message';
import type {
  HttpFactoriesInterface,
  LogContext,
  LoggerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { consoleLogger } from './logger.js';
import type {
  DefaultErrorHandlerInterface,
  ErrorFacts,
  ErrorHandler,
  ErrorMiddlewareOptions,
  ErrorOptions,
  ErrorRenderer,
  UnroutedResult,
} from './contract.js';
import { errorFacts } from './error-facts.js';
import type { HttpException } from '../exceptions/http-exception.js';
import { hintOf, noteHint, type Suspects } from '../development/hint.js';
import {
  type ConstantResponse,
  type ErrorStyle,
  Negotiation,
  type RegisteredRenderer,
} from './negotiation.js';
import { OutageLog } from './outage-log.js';

/** What a failing logger is called on the console. */
const LOGGER = 'createApp.logger';

/** The three switches of Slim's `addErrorMiddleware`. */
export type ErrorSwitches = Required<
  Pick<ErrorMiddlewareOptions, 'details' | 'log' | 'logDetails'>
>;

/** The methods of a logger can return a promise, although the type of a logger says `void`. */
interface AnyLogger {
  error(...line: readonly unknown[]): unknown;
  info(...line: readonly unknown[]): unknown;
}

/** What a default error handler is created from. */
export interface ErrorHandlerParts {
  readonly factories: HttpFactoriesInterface;
  readonly logger: LoggerInterface;
  /** Returns fields to add to the log context of each error. */
  readonly logContext?: ((request: ServerRequestInterface) => LogContext) | undefined;
  /** Returns the code that could have caused the error of a request. */
  readonly suspects: (request: ServerRequestInterface) => Suspects;
  /** Whether errors get hints; with `details`, they always do. */
  readonly givesHints: boolean;
  readonly options: ErrorOptions;
  /** Determines the members of JSON, and the format for a client that sends JSON and accepts any type. */
  readonly style: ErrorStyle;
}

/**
 * Logs an error and calls `onError`, both once per error, then renders it in the media type that the client prefers.
 */
export class DefaultErrorHandler implements DefaultErrorHandlerInterface {
  readonly #parts: ErrorHandlerParts;
  readonly #negotiation: Negotiation;
  readonly #outages = new OutageLog();

  constructor(parts: ErrorHandlerParts) {
    this.#parts = parts;
    this.#negotiation = new Negotiation(parts.options, parts.style);
  }

  readonly handle: ErrorHandler<Error, ResponseInterface> = (
    request,
    error,
    displayErrorDetails,
    logErrors,
    logErrorDetails,
  ) => {
    const { factories, options, suspects, givesHints } = this.#parts;
    if (givesHints || displayErrorDetails) {
      quietly(() => {
        noteHint(error, suspects(request), displayErrorDetails);
      });
    }
    const facts = errorFacts(error, options.unknown);
    // If a layer rethrows the error of a response, such as from `errorOf`, it is rendered again, but not reported
    // again. What was cancelled with the request is not an error.
    const lifetime = request.getLifetime();
    const thrown = thrownAs(error);
    if (lifetime.getValue(REPORTED_ERROR) !== thrown && !isAbandoned(error, lifetime)) {
      lifetime.setValue(REPORTED_ERROR, thrown);
      if (facts.status >= 500 && options.onError !== undefined) this.#report(request, error, facts);
      if (logErrors && this.#outages.admits(error)) {
        this.#log(request, error, facts, logErrorDetails);
      }
    }
    const chosen = this.#negotiation.choose(request);
    let response = factories.createResponse(facts.status);
    for (const [name, value] of facts.headers) response = response.withAddedHeader(name, value);
    writeText(response.getBody(), chosen.render(error, displayErrorDetails, facts));
    return this.#negotiation.describe(response, chosen);
  };

  /**
   * Returns the response to an unmatched request without creating an exception: the body is the same for all requests
   * of one kind and format.
   *
   * @param exception called for the first response of each kind and format
   * @returns `null` if the exception is needed: for details, a log or a custom renderer
   */
  constantFor(
    request: ServerRequestInterface,
    result: UnroutedResult,
    exception: () => HttpException,
    { details, log }: ErrorSwitches,
  ): ResponseInterface | null {
    const { factories, logger } = this.#parts;
    if (details || (log && logger !== consoleLogger)) return null;
    const chosen = this.#negotiation.choose(request);
    const { constants } = chosen;
    if (constants === null) return null;
    const { empty, text } = (constants[result.kind] ??= this.#constant(exception(), chosen));
    const body = factories.createStream();
    writeText(body, text);
    const response = empty.withBody(body);
    return result.kind === 'method-not-allowed'
      ? response.withHeader('Allow', result.allowed.join(', '))
      : response;
  }

  registerErrorRenderer(mediaType: string, renderer: ErrorRenderer): this {
    this.#negotiation.register(mediaType, renderer);
    return this;
  }

  setDefaultErrorRenderer(mediaType: string, renderer: ErrorRenderer): this {
    this.#negotiation.register(mediaType, renderer);
    this.#negotiation.prefer(mediaType);
    return this;
  }

  forceContentType(mediaType: string | null): this {
    this.#negotiation.force(mediaType);
    return this;
  }

  #constant(error: HttpException, chosen: RegisteredRenderer): ConstantResponse {
    const facts = errorFacts(error);
    const empty = this.#parts.factories.createResponse(facts.status);
    return {
      empty: this.#negotiation.describe(empty, chosen),
      text: chosen.render(error, false, facts),
    };
  }

  #report(request: ServerRequestInterface, error: Error, { status }: ErrorFacts): void {
    const { options } = this.#parts;
    const logger: AnyLogger = this.#parts.logger;
    // `onError` can return a promise, although its type says `void`.
    void catchAwaitable(
      () => {
        const { REMOTE_ADDR } = request.getServerParams();
        const source = {
          method: request.getMethod(),
          target: request.getRequestTarget(),
          remoteAddress: typeof REMOTE_ADDR === 'string' ? REMOTE_ADDR : null,
        };
        return options.onError?.(error, errorEvent('handler', status, source, request));
      },
      (exception) => {
        observe(LOGGER, () => logger.error('onError failed', { exception }), exception);
      },
    );
  }

  #log(
    request: ServerRequestInterface,
    error: Error,
    { status }: ErrorFacts,
    hasError: boolean,
  ): void {
    const { logContext } = this.#parts;
    const logger: AnyLogger = this.#parts.logger;
    // The default logger ignores client errors, so formatting a line would be wasted work.
    if (status < 500 && logger === consoleLogger) return;
    const context: Record<string, unknown> = {};
    quietly(() => {
      context['method'] = request.getMethod();
      context['target'] = loggedTarget(request.getRequestTarget());
    });
    // On the console, client errors are one line each, without a stack.
    const isLine = status < 500 && logger === console;
    const write = (): unknown => {
      const level = status >= 500 ? 'error' : 'info';
      const hint = hintOf(error);
      let whole = `${status} ${error.name}: ${error.message}${hint === undefined ? '' : `; ${hint}`}`;
      try {
        Object.assign(context, logContext?.(request));
      } catch (failure) {
        whole += `; logContext failed: ${String(memberOf(failure, 'message') ?? failure)}`;
      }
      if (hasError && !isLine) context['exception'] = error;
      const text = escapeForLog(whole);
      if (isLine) return logger[level](...consoleLine(text, context));
      const line = logger === console ? consoleText(text) : [text];
      return logger[level](...line, context);
    };
    observe(LOGGER, write, error);
  }
}

/** Ignores failures of what helps to understand an error: a broken request must not prevent the response. */
function quietly(attempt: () => unknown): void {
  void catchAwaitable(attempt, () => undefined);
}

/** Replaces line breaks and control characters: text from the client must not start a new line in the log. */
function escapeForLog(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** @returns the value for which `NOT_AN_ERROR` was created, unless it is nullish; otherwise the error itself */
function thrownAs(error: Error): unknown {
  const isWrapped = error instanceof AppError && error.code === 'NOT_AN_ERROR';
  return (isWrapped ? error.value : null) ?? error;
}
