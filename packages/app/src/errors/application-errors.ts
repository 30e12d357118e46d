import { observe } from '@mortise/base';
import { boolean, callable, choice, nested, optional, options, text } from '@mortise/base/options';
import { SLIM_ERROR_OPTIONS } from '../misuse/foreign-app-members.js';
import { givenOptions, logger } from '../option-rules.js';
import type { ReportLost } from '../lost-errors.js';
import type { AppErrorOptions, ErrorMiddlewareOptions, UnknownErrorText } from './contract.js';
import { asError } from './error-facts.js';
import { serverErrorText } from './unknown-error-text.js';
import { DefaultErrorHandler, type ErrorHandlerParts } from './default-error-handler.js';
import { ErrorResponder } from './error-responder.js';

const unknown = options<UnknownErrorText>()('unknown', { title: text(), description: text() });

/** The rules of `ErrorOptions`, without defaults: a layer's options default to the application's. */
export const errorRules = {
  details: optional(boolean),
  format: optional(choice('problem', 'json', 'html', 'xml', 'text')),
  fallback: optional(choice('html', 'text')),
  page: optional(callable),
  unknown: optional(nested(unknown)),
  onError: optional(callable),
};

const declared = options<ErrorMiddlewareOptions>()(
  'addErrorMiddleware',
  {
    ...errorRules,
    log: optional(boolean),
    logDetails: optional(boolean),
    logger: optional(logger),
  },
  SLIM_ERROR_OPTIONS,
);

/** What everything that responds to errors in an application shares. */
export interface ApplicationErrorsParts extends Omit<ErrorHandlerParts, 'style'> {
  /** The application's options; those of a layer take precedence. */
  readonly options: AppErrorOptions;
}

/** How one application responds to errors: without error middleware, and with that of each `addErrorMiddleware` call. */
export class ApplicationErrors {
  /** Responds to errors thrown by a layer or the routes; `null` with `catchAll: false`. */
  readonly catchAll: ErrorResponder | null;
  readonly #parts: ApplicationErrorsParts;

  /** Reports an error that no layer will see. */
  readonly lost: ReportLost = (thrown, request) => {
    observe('errors', () => this.handler().report(request, asError(thrown), false, true, true));
  };

  constructor(parts: ApplicationErrorsParts) {
    this.#parts = parts;
    const { options, factories } = parts;
    const unknown = options.unknown ?? serverErrorText;
    const own = { ...parts, options: { ...options, unknown }, style: 'mortise' } as const;
    this.catchAll =
      options.catchAll === false
        ? null
        : new ErrorResponder(new DefaultErrorHandler(own), options, factories, null);
  }

  /** Creates the middleware of an `addErrorMiddleware` call. @throws {OptionError} `OPTION_INVALID` */
  middleware(given: ErrorMiddlewareOptions): ErrorResponder {
    const own = givenOptions(declared(given)) as ErrorMiddlewareOptions;
    const options = { ...this.#parts.options, ...own };
    const outer = this.catchAll?.handlers ?? null;
    return new ErrorResponder(this.handler(own), options, this.#parts.factories, outer);
  }

  /** Creates a default handler with Slim's formats: HTML pages, and plain JSON. */
  handler({ logger = this.#parts.logger, ...own }: ErrorMiddlewareOptions = {}) {
    const options = { ...this.#parts.options, fallback: 'html', ...own } as const;
    return new DefaultErrorHandler({ ...this.#parts, logger, options, style: 'slim' });
  }
}
