import { INNER } from '@mortise/base/message';
import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { notRequest, requestAssigned, requestReplaced } from '../misuse/wrong-calls.js';
import type { RouteMiddlewareInterface } from '../variant-types.js';
import { warnOfDropped } from './dropped-results.js';
import { sourceOf } from './function-source.js';
import { codeOf, innermost } from './inner-middleware.js';
import { isRequest } from '../is-request.js';

/** The parameters of middleware with an `invoke` method. */
const OF_VARIANT_A: readonly string[] = ['request', 'response', 'next'];

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
  const inner = innermost(middleware);
  warnOfDropped(layer.name, codeOf(inner), sourceOf(inner, OF_VARIANT_A));
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
