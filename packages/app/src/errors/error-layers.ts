import type {
  HttpFactoriesInterface,
  LogContext,
  LoggerInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { ErrorMiddlewareOptions, ErrorOptions } from './contract.js';
import { DefaultErrorHandler } from './error-handler.js';
import { ErrorMiddleware } from './error-middleware.js';

/** What all error layers of an application share. */
export interface ErrorLayersParts {
  readonly factories: HttpFactoriesInterface;
  readonly logger: LoggerInterface;
  readonly logContext?: ((request: ServerRequestInterface) => LogContext) | undefined;
  /** The application's; those of a layer come first. */
  readonly options: ErrorOptions;
}

/** Creates the error layers of one application. */
export class ErrorLayers {
  readonly #parts: ErrorLayersParts;

  constructor(parts: ErrorLayersParts) {
    this.#parts = parts;
  }

  /** The net under all layers. */
  net(): ErrorMiddleware {
    const { options } = this.#parts;
    const handler = new DefaultErrorHandler({ ...this.#parts, json: 'problem' });
    return new ErrorMiddleware(handler, switchesOf(options));
  }

  /** What `addErrorMiddleware` adds. */
  middleware(own: ErrorMiddlewareOptions): ErrorMiddleware {
    const handler = this.handler(own);
    return new ErrorMiddleware(handler, switchesOf({ ...this.#parts.options, ...own }));
  }

  /** A handler with Slim's formats: pages, and plain JSON. */
  handler({
    logger = this.#parts.logger,
    ...own
  }: ErrorMiddlewareOptions = {}): DefaultErrorHandler {
    const options: ErrorOptions = { ...this.#parts.options, fallback: 'html', ...own };
    return new DefaultErrorHandler({ ...this.#parts, logger, options, json: 'json' });
  }
}

function switchesOf({ details = false, log = true, logDetails = true }: ErrorMiddlewareOptions) {
  return { displayErrorDetails: details, logErrors: log, logErrorDetails: logDetails };
}
