import type {
  HttpFactoriesInterface,
  LogContext,
  LoggerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AppErrorOptions, ErrorMiddlewareOptions, ErrorOptions } from './contract.js';
import { serverErrorText } from './error-facts.js';
import { DefaultErrorHandler } from './error-handler.js';
import { ErrorMiddleware } from './error-middleware.js';
import { layerOptions } from './error-options.js';

/** The state that all error layers of an application share. */
export interface ErrorLayersParts {
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

/** Creates the error layers of one application. */
export class ErrorLayers {
  /** The error handling of the application; `null` under `catchAll: false`. */
  readonly net: ErrorMiddleware | null;
  readonly #parts: ErrorLayersParts;

  constructor(parts: ErrorLayersParts) {
    this.#parts = parts;
    const { options, factories } = parts;
    const unknown = options.unknown ?? serverErrorText;
    const handler = () =>
      new DefaultErrorHandler({ ...parts, options: { ...options, unknown }, json: 'problem' });
    this.net =
      options.catchAll === false ? null : new ErrorMiddleware(handler(), options, factories, null);
  }

  /** Creates the layer of `addErrorMiddleware`. */
  middleware(given: ErrorMiddlewareOptions): ErrorMiddleware {
    const own = layerOptions(given);
    const options = { ...this.#parts.options, ...own };
    const { net } = this;
    const { factories } = this.#parts;
    return new ErrorMiddleware(this.handler(own), options, factories, net?.handlers ?? null);
  }

  /** Creates a handler with Slim's formats: pages, and plain JSON. */
  handler({
    logger = this.#parts.logger,
    ...own
  }: ErrorMiddlewareOptions = {}): DefaultErrorHandler {
    const options: ErrorOptions = { ...this.#parts.options, fallback: 'html', ...own };
    return new DefaultErrorHandler({ ...this.#parts, logger, options, json: 'json' });
  }
}
