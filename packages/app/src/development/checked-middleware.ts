import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { notRequest, requestAssigned, requestReplaced } from '../misuse/wrong-calls.js';
import { LINES } from '../misuse/variant-lines.js';
import type { RouteMiddlewareInterface } from '../variant-types.js';
import { warnOfDropped } from './dropped-results.js';
import { rolesOf, sourceOf } from './function-source.js';
import { INNER } from './watched-handler.js';
import { isRequest } from '../is-request.js';

/**
 * Wraps middleware so that three mistakes throw an error that says what to write: `handle()` without a request, a member
 * assigned to a request, which its copies lack, and a request that it created instead of deriving it from the received
 * one. Warns of results that its code drops. For development only.
 *
 * @param layer has the name of the middleware, for the error
 */
export function checkedMiddleware(
  middleware: RouteMiddlewareInterface,
  layer: { readonly name: string },
): RouteMiddlewareInterface {
  warnOfDropped(
    layer.name,
    Reflect.get(middleware, 'process'),
    sourceOf(middleware, rolesOf(LINES)),
  );
  const own = {
    [INNER]: middleware,
    process(received: ServerRequestInterface, handler: RequestHandlerInterface) {
      const before = Object.keys(received);
      return middleware.process(received, {
        handle(request) {
          if (!isRequest(request)) throw notRequest(request);
          if (request.getLifetime() !== received.getLifetime()) throw requestReplaced(layer.name);
          // A request of another class has members of its own.
          const isCopy = request.constructor === received.constructor;
          const all = Object.keys(isCopy ? { ...received, ...request } : received);
          const member = all.find((key) => !before.includes(key) && !key.startsWith('_'));
          if (member !== undefined) throw requestAssigned(layer.name, member);
          return handler.handle(request);
        },
      });
    },
  };
  return own;
}
