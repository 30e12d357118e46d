import type { MiddlewareInterface } from '@mortise/http-message';
import { overriddenMethod } from './overridden-method.js';

/**
 * Replaces the method of a POST request with the one that it names; passes every other request on
 * unchanged.
 *
 * Add it so that it runs before routing. The field `_METHOD` is read only if body parsing runs before it;
 * otherwise only the header is read.
 */
export function methodOverride(): MiddlewareInterface {
  return {
    name: 'methodOverride',
    process(request, handler) {
      const method = overriddenMethod(request);
      return handler.handle(method === null ? request : request.withMethod(method));
    },
  };
}
