import { isThenable } from '@mortise/base';
import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { canIgnore } from '../lost-errors.js';
import { type IgnorableHandler, ignorableHandler } from './ignorable-handler.js';
import { type HandlerResult, resultCheck } from '../result-check.js';
import type { RouteHandlerInterface } from '../variant-types.js';
import type { Layer, LayerOwner } from './layer-stack.js';

/**
 * Composes the layers of a route and its groups around a handler, once for all requests. They see errors as exceptions
 * and rejections, and can return a platform `Response`. The caller checks what the outermost layer returns.
 *
 * @param outermost the outermost layer
 * @param layers those inside it, innermost first
 */
export function routeLayers(
  outermost: Layer,
  layers: readonly Layer[],
  handler: RequestHandlerInterface,
  owner: Pick<LayerOwner, 'factories' | 'lost'>,
): RouteHandlerInterface {
  const innermost = ignorableHandler(handler, owner.lost);
  const inner = layers.reduce((inside, layer) => checkedLevel(layer, inside, owner), innermost);
  const middleware = outermost.middleware(null);
  return {
    handle(request) {
      const result = middleware.process(request, inner);
      inner.handled = null;
      return result;
    },
  };
}

/** A layer with everything inside it. */
function checkedLevel(
  layer: Layer,
  inner: IgnorableHandler,
  { factories, lost }: Pick<LayerOwner, 'factories' | 'lost'>,
): IgnorableHandler {
  const middleware = layer.middleware(null);
  const check = resultCheck(layer.name, factories);
  const settle = (late: PromiseLike<HandlerResult>, request: ServerRequestInterface) => {
    const failed = (error: unknown): never => {
      // Not before it fails, because this takes one more promise.
      canIgnore(settled, request, lost);
      throw error;
    };
    const settled: Promise<ResponseInterface> = Promise.resolve(late).then((value) => {
      try {
        return check(value, request);
      } catch (error) {
        return failed(error);
      }
    }, failed);
    return settled;
  };
  const self: IgnorableHandler = {
    handled: null,
    handle(request) {
      const result = middleware.process(request, inner);
      const { handled } = inner;
      inner.handled = null;
      // What it called was checked.
      if (handled !== null && result === handled) return (self.handled = handled);
      return isThenable(result) ? (self.handled = settle(result, request)) : check(result, request);
    },
  };
  return self;
}
