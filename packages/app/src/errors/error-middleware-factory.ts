import type {
  HttpFactoriesInterface,
  LogContext,
  LoggerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AppErrorOptions, ErrorMiddlewareOptions, ErrorOptions } from './contract.js';
import { serverErrorText } from './error-facts.js';
import { DefaultErrorHandler } from './default-error-handler.js';
import { ErrorMiddleware } from './error-middleware.js';
import { layerOptions } from './error-options.js';

/** The state that the error middleware of an application shares. */
export interface ErrorMiddlewareParts {
  readonly factories: HttpFactoriesInterface;
  readonly logger: LoggerInterface;
  readonly logContext?: ((request: ServerRequestInterface) => LogContext) | undefined;
  /** Returns the source of the handler of a request. */
  readonly handlerCode: (request: ServerRequestInterface) => string;
  /** Whether errors get hints. Default `true`; those with details always do. */
  readonly givesHints?: boolean | undefined;
  /** The application's options; those of a layer take precedence. */
  readonly options: AppErrorOptions;
}

/** Creates the error middleware of one application: that around all layers, and that of `addErrorMiddleware`. */
export class ErrorMiddlewareFactory {
  /** Responds to the errors that leave a layer or the routes; `null` under `catchAll: false`. */
  readonly catchAll: ErrorMiddleware | null;
  readonly #parts: ErrorMiddlewareParts;

  constructor(parts: ErrorMiddlewareParts) {
    this.#parts = parts;
    const { options, factories } = parts;
    const unknown = options.unknown ?? serverErrorText;
    const handler = () =>
      new DefaultErrorHandler({ ...parts, options: { ...options, unknown }, json: 'problem' });
    this.catchAll =
      options.catchAll === false ? null : new ErrorMiddleware(handler(), options, factories, null);
  }

  /** Creates that of `addErrorMiddleware`. */
  create(given: ErrorMiddlewareOptions): ErrorMiddleware {
    const own = layerOptions(given);
    const options = { ...this.#parts.options, ...own };
    const { catchAll } = this;
    const { factories } = this.#parts;
    return new ErrorMiddleware(this.handler(own), options, factories, catchAll?.handlers ?? null);
  }

  /** Creates a default handler with Slim's formats: pages, and plain JSON. */
  handler({
    logger = this.#parts.logger,
    ...own
  }: ErrorMiddlewareOptions = {}): DefaultErrorHandler {
    const options: ErrorOptions = { ...this.#parts.options, fallback: 'html', ...own };
    return new DefaultErrorHandler({ ...this.#parts, logger, options, json: 'json' });
  }
}
