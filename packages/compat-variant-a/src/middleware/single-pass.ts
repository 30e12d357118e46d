import type { MiddlewareInterface } from '@mortise/http-message';
import type { MiddlewareFunction } from '@mortise/app';
import type { Slim3Middleware } from '../variant-a-types.js';

/**
 * Middleware of variant A of one of variant B. An application of variant A takes PSR-15 objects as
 * they are: this is for functions, `(request, handler)`, and for calling one by hand. Errors pass as
 * they are.
 */
export function singlePass(middleware: MiddlewareInterface | MiddlewareFunction): Slim3Middleware {
  const process: MiddlewareFunction =
    typeof middleware === 'function'
      ? middleware
      : (request, handler) => middleware.process(request, handler);
  return (request, _response, next) => process(request, { handle: (inner) => next(inner) });
}
