import type { MiddlewareInterface } from '@mortise/http-message';
import type { MiddlewareFunction } from '@mortise/app';
import type { Slim3Middleware } from '../variant-a-types.js';

/**
 * Converts middleware of variant B to variant A. An application of variant A accepts PSR-15 objects
 * directly: use this for functions, `(request, handler)`, and to call middleware by hand. Errors pass
 * unchanged.
 */
export function singlePass(middleware: MiddlewareInterface | MiddlewareFunction): Slim3Middleware {
  const process: MiddlewareFunction =
    typeof middleware === 'function'
      ? middleware
      : (request, handler) => middleware.process(request, handler);
  return (request, _response, next) => process(request, { handle: (inner) => next(inner) });
}
