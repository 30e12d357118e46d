import type { RequestHandlerInterface } from '@mortise/http-message';
import type { AnswerUnrouted } from '../errors/contract.js';
import { responseCheck } from '../result-check.js';
import type { ErrorGuard, Layer } from './contract.js';
import { waitsForErrors, watchedHandler } from './error-watch.js';
import { guardedHandler, type MaybeGuarded } from './guarded-handler.js';

/** What the layers of an application stand around. */
export interface ApplicationCore {
  /** @param answer responds to requests without a route; `null` if the exception has to be thrown */
  readonly routes: (answer: AnswerUnrouted | null) => RequestHandlerInterface;
  /** `null`: all layers see errors. */
  readonly guard: ErrorGuard | null;
  /** Whether what layers return late is checked, and layers that wait for errors are named. */
  readonly development: boolean;
}

/**
 * Composes the layers of an application, once for all requests. Layers outside of the outermost error layer, and all layers
 * without one, get responses from their handler. The errors of the outermost layer are left to the caller.
 *
 * @param layers the last is the outermost
 */
export function aroundRoutes(
  layers: readonly Layer[],
  { routes, guard, development }: ApplicationCore,
): RequestHandlerInterface {
  const errorLayer = layers.findLastIndex(({ answerUnrouted }) => answerUnrouted !== undefined);
  const guardAt = (index: number): ErrorGuard | null =>
    index >= errorLayer && index < layers.length - 1 ? guard : null;
  const kernel = routes(answerOutside(layers, guard));
  const ofRoutes = guardAt(-1);
  return layers.reduce<MaybeGuarded>(
    (guarded, layer, index) => {
      const { name } = layer;
      const middleware = layer.middleware(answerOutside(layers.slice(index + 1), guard));
      const inside = guardAt(index - 1);
      const inner =
        inside !== null && development && waitsForErrors(middleware)
          ? watchedHandler(guarded, () => {
              inside.unseen(name);
            })
          : guarded;
      const own = guardAt(index);
      if (own !== null) {
        const handler: RequestHandlerInterface = {
          handle: (request) => middleware.process(request, inner),
        };
        return guardedHandler(handler, { name, inner, checksLate: development }, own);
      }
      const check = responseCheck(name, development);
      return { handle: (request) => check(middleware.process(request, inner)) };
    },
    ofRoutes === null
      ? kernel
      : guardedHandler(kernel, { name: 'a handler', inner: kernel, checksLate: false }, ofRoutes),
  );
}

/**
 * Returns what responds to requests without a route, where no layer in between could see the exception.
 *
 * @param layers those outside of the place, the nearest first
 */
function answerOutside(layers: readonly Layer[], guard: ErrorGuard | null): AnswerUnrouted | null {
  const at = layers.findIndex(({ answerUnrouted }) => answerUnrouted !== undefined);
  if (at < 0) return guard?.answerUnrouted ?? null;
  const hasOthers = layers.slice(0, at).some(({ isOwn }) => isOwn !== true);
  return hasOthers ? null : (layers[at]?.answerUnrouted ?? null);
}
