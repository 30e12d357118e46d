import type { MiddlewareInterface } from '@mortise/http-message';
import type { MiddlewareFunction } from '@mortise/app';
import type { Slim3Middleware } from '../variant-a-types.js';

/**
 * Converts variant B middleware to variant A. A variant A application accepts PSR-15 objects directly, so use this for
 * `(request, handler)` functions, and to call middleware yourself. Errors pass through unchanged.
 */
export function singlePass(middleware: MiddlewareInterface | MiddlewareFunction): Slim3Middleware {
  const process: MiddlewareFunction =
    typeof middleware === 'function'
      ? middleware
      : (request, handler) => middleware.process(request, handler);
  return (request, _response, next) => process(request, { handle: (inner) => next(inner) });
}
