import type { Awaitable, ResponseInterface } from '@mortise/http-message';
import type { VariantARequestInterface } from '../request/variant-a-request-interface.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';

/** Responds to a request for an unknown path. */
export type NotFoundHandler = (
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
) => Awaitable<ResponseInterface>;

/** Responds to a request whose path has routes for other methods. @param methods as registered */
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
 * The handlers that an application of variant A reads from its container. Each has a
 * default; an entry `null` instead of a handler disables it, and the error
 * continues to the application's own error handling.
 */
export interface Handlers {
  /** Also for a `HttpNotFoundException`. */
  readonly notFoundHandler: NotFoundHandler;

  /** Also for a `HttpMethodNotAllowedException`. */
  readonly notAllowedHandler: NotAllowedHandler;

  /** For everything else that was thrown. */
  readonly errorHandler: Slim3ErrorHandler;

  /** For built-in JavaScript errors (`TypeError`, `RangeError`, ...) and for values that are not `Error` objects. */
  readonly phpErrorHandler: Slim3ErrorHandler;
}
