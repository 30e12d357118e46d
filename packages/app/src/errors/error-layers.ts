import type {
  HttpFactoriesInterface,
  LogContext,
  LoggerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { AppErrorOptions, ErrorMiddlewareOptions, ErrorOptions } from './contract.js';
import { DefaultErrorHandler } from './error-handler.js';
import { ErrorMiddleware } from './error-middleware.js';

/** The state that all error layers of an application share. */
export interface ErrorLayersParts {
  readonly factories: HttpFactoriesInterface;
  readonly logger: LoggerInterface;
  readonly logContext?: ((request: ServerRequestInterface) => LogContext) | undefined;
  /** The application's options; those of a layer take precedence. */
  readonly options: AppErrorOptions;
}

/** Creates the error layers of one application. */
export class ErrorLayers {
  readonly #parts: ErrorLayersParts;

  constructor(parts: ErrorLayersParts) {
    this.#parts = parts;
  }

  /** Creates the default error handling, outside of all layers; `null` under `catchAll: false`. */
  net(): ErrorMiddleware | null {
    const { options } = this.#parts;
    if (options.catchAll === false) return null;
    return new ErrorMiddleware(
      new DefaultErrorHandler({ ...this.#parts, json: 'problem' }),
      options,
    );
  }

  /** Creates the layer of `addErrorMiddleware`. */
  middleware(own: ErrorMiddlewareOptions): ErrorMiddleware {
    return new ErrorMiddleware(this.handler(own), { ...this.#parts.options, ...own });
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
