import { warnOnce } from '@mortise/base';
import { INNER } from '@mortise/base/message';
import type { RequestHandlerInterface, ServerRequestInterface } from '@mortise/http-message';
import { notRequest, requestAssigned } from '../misuse/wrong-calls.js';
import type { RouteMiddlewareInterface } from '../variant-types.js';
import { warnOfDropped } from './dropped-results.js';
import { sourceOf } from './function-source.js';
import { codeOf, innermost } from './inner-middleware.js';
import { isRequest } from '../is-request.js';

/** The parameters of middleware with an `invoke` method. */
const OF_VARIANT_A: readonly string[] = ['request', 'response', 'next'];

const REPLACING =
  'Pass on the request that the layer has received, changed with request.withHeader(...) or another such method.';

/**
 * Wraps middleware so that two mistakes throw an error that says what to write: `handle()` without a request, and a
 * member assigned to a request, which its copies lack. Warns of results that its code drops, and of a request that it has
 * created and passes on: nothing ends it, because the adapter ends the one that was received. For development only.
 *
 * @param layer has the name of the middleware, for the error
 */
export function checkedMiddleware(
  middleware: RouteMiddlewareInterface,
  layer: { readonly name: string },
): RouteMiddlewareInterface {
  const inner = innermost(middleware);
  warnOfDropped(layer.name, codeOf(inner), sourceOf(inner, OF_VARIANT_A));
  const warnOfReplaced = warnOnce('REQUEST_REPLACED');
  const own = {
    [INNER]: middleware,
    process(received: ServerRequestInterface, handler: RequestHandlerInterface) {
      const before = Object.keys(received);
      return middleware.process(received, {
        handle(request) {
          if (!isRequest(request)) throw notRequest(request);
          if (request.getLifetime() !== received.getLifetime()) {
            const text = `${layer.name} passes on a request that it has created, which never ends: its uploaded files are not deleted, and its streams are not closed`;
            warnOfReplaced(text, REPLACING);
          }
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
