import { observe } from '@mortise/base';
import type { ReportLost } from '../ignorable-handler.js';
import type { AppErrorOptions, ErrorMiddlewareOptions } from './contract.js';
import { asError, serverErrorText } from './error-facts.js';
import { DefaultErrorHandler, type ErrorHandlerParts } from './default-error-handler.js';
import { ErrorMiddleware } from './error-middleware.js';
import { layerOptions } from './error-options.js';
import { ErrorResponder } from './error-responder.js';

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
    const switches = { details: false, log: true, logDetails: true };
    observe('errors', () => this.handler().report(request, asError(thrown), switches));
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

  /** Creates the middleware of an `addErrorMiddleware` call. */
  middleware(given: ErrorMiddlewareOptions): ErrorMiddleware {
    const own = layerOptions(given);
    const options = { ...this.#parts.options, ...own };
    const outer = this.catchAll?.handlers ?? null;
    return new ErrorMiddleware(this.handler(own), options, this.#parts.factories, outer);
  }

  /** Creates a default handler with Slim's formats: HTML pages, and plain JSON. */
  handler({ logger = this.#parts.logger, ...own }: ErrorMiddlewareOptions = {}) {
    const options = { ...this.#parts.options, fallback: 'html', ...own } as const;
    return new DefaultErrorHandler({ ...this.#parts, logger, options, style: 'slim' });
  }
}
