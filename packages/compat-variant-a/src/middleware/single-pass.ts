import { INNER } from '@mortise/base/message';
import type { MiddlewareInterface } from '@mortise/http-message';
import type { MiddlewareFunction } from '@mortise/app';
import { passingHalts } from './passing-halts.js';
import type { Slim3Middleware } from '../variant-a-types.js';

/**
 * Converts variant B middleware to variant A. A variant A application accepts PSR-15 objects directly, so use this for
 * `(request, handler)` functions, and to call middleware yourself. Errors pass through unchanged, but the middleware gets
 * the response of a `HaltException` that an inner layer throws.
 */
export function singlePass(middleware: MiddlewareInterface | MiddlewareFunction): Slim3Middleware {
  const inner = typeof middleware === 'function' ? { process: middleware } : middleware;
  const passing = passingHalts(inner);
  const converted: Slim3Middleware = (request, _response, next) =>
    passing.process(request, { handle: (passed) => next(passed) });
  return Object.assign(converted, { [INNER]: inner });
}
