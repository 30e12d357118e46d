import type { Awaitable, ResponseInterface } from '@mortise/http-message';
import type { VariantARequestInterface } from '../request/variant-a-request-interface.js';
import type { VariantAResponseInterface } from '../response/variant-a-response-interface.js';

/** Answers a request that no route is for. */
export type NotFoundHandler = (
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
) => Awaitable<ResponseInterface>;

/** Answers a request whose path has routes for other methods. @param methods as registered */
export type NotAllowedHandler = (
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
  methods: readonly string[],
) => Awaitable<ResponseInterface>;

/** Answers an error. @param error as it was thrown; anything may be */
export type Slim3ErrorHandler = (
  request: VariantARequestInterface,
  response: VariantAResponseInterface,
  error: unknown,
) => Awaitable<ResponseInterface>;

/**
 * The handlers that an application of variant A asks its container for. They are there from the
 * beginning, with the answers of the framework; an entry `null` in the place of one means that nobody
 * answers, and the error goes on.
 */
export interface Handlers {
  /** Also for a `HttpNotFoundException`. */
  readonly notFoundHandler: NotFoundHandler;

  /** Also for a `HttpMethodNotAllowedException`. */
  readonly notAllowedHandler: NotAllowedHandler;

  /** For everything else that was thrown. */
  readonly errorHandler: Slim3ErrorHandler;

  /** For what the engine throws (`TypeError`, `RangeError`, ...) and for values that are not an `Error`. */
  readonly phpErrorHandler: Slim3ErrorHandler;
}
