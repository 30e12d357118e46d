import { writeText } from '@mortise/base/message';
import { accepted, callable, rule } from '@mortise/base/options';
import type {
  HttpFactoriesInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type {
  DefaultErrorHandlerInterface,
  ErrorFacts,
  ErrorHandler,
  ErrorOptions,
  ErrorRenderer,
  UnroutedResult,
} from './contract.js';
import { parseMediaType } from '@mortise/http-syntax';
import { errorFacts } from './error-facts.js';
import type { HttpException } from '../exceptions/http-exception.js';
import type { ErrorMistakes } from '../development/mistakes.js';
import { ErrorLog, type ErrorLogParts } from '../logging/error-log.js';
import {
  type ConstantResponse,
  type ErrorStyle,
  Negotiation,
  type RegisteredRenderer,
} from './negotiation.js';

const aMediaType = rule<string>(
  (value) => typeof value === 'string' && parseMediaType(value) !== null,
  'a media type, such as "text/html"',
);

/** What a default error handler is created from. */
export interface ErrorHandlerParts extends ErrorLogParts {
  readonly factories: HttpFactoriesInterface;
  /** Called with each error before it is logged. */
  readonly mistakes: ErrorMistakes;
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
  readonly #log: ErrorLog;

  constructor(parts: ErrorHandlerParts) {
    this.#parts = parts;
    this.#negotiation = new Negotiation(parts.options, parts.style);
    this.#log = new ErrorLog(parts, parts.options.onError);
  }

  readonly handle: ErrorHandler<Error, ResponseInterface> = (
    request,
    error,
    details,
    log,
    logDetails,
  ) => {
    const facts = this.report(request, error, details, log, logDetails);
    const chosen = this.#negotiation.choose(request);
    let response = this.#parts.factories.createResponse(facts.status);
    for (const [name, value] of facts.headers) response = response.withAddedHeader(name, value);
    writeText(response, chosen.render(error, details, facts));
    return this.#negotiation.describe(response, chosen);
  };

  /** Only logs an error and calls `onError`, both once per error. */
  report(
    request: ServerRequestInterface,
    error: Error,
    details: boolean,
    log: boolean,
    logDetails: boolean,
  ): ErrorFacts {
    const { options, mistakes } = this.#parts;
    const facts = errorFacts(error, options.unknown);
    mistakes(request, error, facts, details);
    this.#log.report(request, error, facts.status, log, logDetails);
    return facts;
  }

  /**
   * Returns the response to an unmatched request without creating an exception: the body is the same for all requests
   * of one kind and format.
   *
   * @param exception called for the first response of each kind and format
   * @returns `null` if the exception is needed: for a log or a custom renderer
   */
  constantFor(
    request: ServerRequestInterface,
    result: UnroutedResult,
    exception: () => HttpException,
    log: boolean,
  ): ResponseInterface | null {
    const { factories } = this.#parts;
    if (log && !this.#log.ignoresClientErrors) return null;
    const chosen = this.#negotiation.choose(request);
    const { constants } = chosen;
    if (constants === null) return null;
    const { empty, text } = (constants[result.kind] ??= this.#constant(exception(), chosen));
    const response = empty.withBody(factories.createStream());
    writeText(response, text);
    return result.kind === 'method-not-allowed'
      ? response.withHeader('Allow', result.allowed.join(', '))
      : response;
  }

  registerErrorRenderer(mediaType: string, renderer: ErrorRenderer): this {
    this.#register('registerErrorRenderer', mediaType, renderer);
    return this;
  }

  setDefaultErrorRenderer(mediaType: string, renderer: ErrorRenderer): this {
    this.#register('setDefaultErrorRenderer', mediaType, renderer);
    this.#negotiation.prefer(mediaType);
    return this;
  }

  forceContentType(mediaType: string | null): this {
    if (mediaType !== null) accepted(aMediaType, mediaType, 'forceContentType.mediaType');
    this.#negotiation.force(mediaType);
    return this;
  }

  #register(method: string, mediaType: string, renderer: ErrorRenderer): void {
    accepted(aMediaType, mediaType, `${method}.mediaType`);
    accepted(callable, renderer, `${method}.renderer`);
    this.#negotiation.register(mediaType, renderer);
  }

  #constant(error: HttpException, chosen: RegisteredRenderer): ConstantResponse {
    const facts = errorFacts(error);
    const empty = this.#parts.factories.createResponse(facts.status);
    return {
      empty: this.#negotiation.describe(empty, chosen),
      text: chosen.render(error, false, facts),
    };
  }
}
