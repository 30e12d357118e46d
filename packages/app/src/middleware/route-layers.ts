import type { HttpFactoriesInterface, RequestHandlerInterface } from '@mortise/http-message';
import { ignorableHandler, type ReportLost } from '../ignorable-handler.js';
import { resultCheck } from '../result-check.js';
import type { Layer } from './layer-stack.js';

/**
 * Composes the layers of a route and its groups around a handler, once for all requests. They see errors as exceptions
 * and rejections, and can return a platform `Response`.
 *
 * @param layers innermost first
 */
export function routeLayers(
  layers: readonly Layer[],
  handler: RequestHandlerInterface,
  { factories, lost }: { readonly factories: HttpFactoriesInterface; readonly lost: ReportLost },
): RequestHandlerInterface {
  return layers.reduce((inside, layer) => {
    const middleware = layer.middleware(null);
    const check = resultCheck(layer.name, factories);
    const inner = ignorableHandler(inside, lost);
    return {
      handle(request) {
        const result = middleware.process(request, inner);
        const { last } = inner;
        inner.last = null;
        // What it called was checked.
        return last !== null && result === last ? last : check(result, request);
      },
    };
  }, handler);
}
