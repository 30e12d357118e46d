import type { Awaitable, ResponseInterface } from '@mortise/http-message';
import type { VariantARequestInterface } from '../request/variant-a-request-interface.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';

/** Responds to a request for an unknown path. */
export type NotFoundHandler = (
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
) => Awaitable<ResponseInterface>;

/** Responds to a request whose path only has routes for other methods. @param methods those methods, as registered */
export type NotAllowedHandler = (
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
  methods: readonly string[],
) => Awaitable<ResponseInterface>;

/** Responds to an error. @param error the thrown value, of any type */
export type Slim3ErrorHandler = (
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
  error: unknown,
) => Awaitable<ResponseInterface>;

/**
 * The error handlers that a variant A application reads from its container. Each has a default. If an entry is `null`,
 * the handler is disabled, and the application's own error handling responds instead.
 */
export interface Handlers {
  /** For unknown paths, and any `HttpNotFoundException`. */
  readonly notFoundHandler: NotFoundHandler;

  /** For paths with routes only for other methods, and any `HttpMethodNotAllowedException`. */
  readonly notAllowedHandler: NotAllowedHandler;

  /** For all other errors. */
  readonly errorHandler: Slim3ErrorHandler;

  /** For built-in JavaScript errors (`TypeError`, `RangeError`, ...) and for values that are not `Error` objects. */
  readonly phpErrorHandler: Slim3ErrorHandler;
}
