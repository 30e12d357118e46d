import { markPassesErrors } from '@mortise/base';
import type { MiddlewareInterface } from '@mortise/http-message';
import { overriddenMethod } from './overridden-method.js';

/**
 * Replaces the method of a POST request by the one it names; passes every other request on as it
 * came.
 *
 * It stands outside routing. For the field `_METHOD` to count, body parsing stands outside it;
 * otherwise only the header does.
 */
export function methodOverride(): MiddlewareInterface {
  return markPassesErrors<MiddlewareInterface>({
    process(request, handler) {
      const method = overriddenMethod(request);
      return handler.handle(method === null ? request : request.withMethod(method));
    },
  });
}
