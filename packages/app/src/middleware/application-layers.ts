import { isThenable } from '@mortise/base';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { notRequest } from '../misuse/wrong-calls.js';
import type { AnswerUnrouted } from '../errors/error-responder.js';
import type { ErrorResponder } from '../errors/error-responder.js';
import { ensureResponse } from '../result-check.js';
import { isRequest } from '../is-request.js';
import { ignorableHandler } from './ignorable-handler.js';
import type { Layer, LayerOwner } from './layer-stack.js';

/** What the layers of an application are composed around. */
export interface ApplicationCore extends Pick<LayerOwner, 'lost' | 'mistakes'> {
  /** @param answerUnrouted responds to unmatched requests; `null` if the exception must be thrown */
  readonly routes: (answerUnrouted: AnswerUnrouted | null) => RequestHandlerInterface;
  /** Responds to errors between the layers, before the next outer one sees them; `null` if all layers see errors. */
  readonly guard: ErrorResponder | null;
}

/** A layer with everything inside it, or the routes. */
interface Level extends RequestHandlerInterface {
  /**
   * The promise that it returned last, whose result is checked, and whose errors are handled. If a layer just returns
   * it, as in `return handler.handle(request)`, no further promise is needed. Absent for the routes, whose promises are
   * not handled.
   */
  handled?: Awaitable<ResponseInterface> | null;
}

/**
 * Composes the layers of an application, once for all requests. Layers outside the outermost error layer never see
 * errors, only responses; without an error layer, this is true of all layers. The caller handles errors of the
 * outermost layer, and checks its asynchronous result.
 *
 * @param layers innermost first
 */
export function applicationLayers(
  layers: readonly Layer[],
  { routes, guard, mistakes, lost }: ApplicationCore,
): RequestHandlerInterface {
  const errorLayer = layers.findLastIndex(({ answerUnrouted }) => answerUnrouted !== undefined);
  // The index of the routes is -1. The caller guards the outermost layer, or the routes if there is no layer.
  const guardAt = (index: number): ErrorResponder | null =>
    index >= errorLayer && index < layers.length - 1 ? guard : null;
  const kernel = routes(answerOutside(layers, guard));
  const ofRoutes = guardAt(-1);
  const innermost: Level =
    ofRoutes === null
      ? kernel
      : guardedLevel('a handler', (request) => kernel.handle(request), kernel, ofRoutes);
  return layers.reduce((inside, { name, middleware: at }, index) => {
    // The level checks its result.
    const middleware = at(answerOutside(layers.slice(index + 1), guard)) as MiddlewareInterface;
    const isGuarded = guardAt(index - 1) !== null;
    const inner: Level = isGuarded
      ? (mistakes?.ofInner(middleware, inside, name) ?? inside)
      : ignorableHandler(inside, lost);
    const call: Level['handle'] = (request) => middleware.process(request, inner);
    return guardedLevel(name, call, inner, guardAt(index), index === layers.length - 1);
  }, innermost);
}

/**
 * Creates a level. Its result is checked, and with a guard, an error becomes a response before outer layers see it.
 *
 * @param name for the error if the level returns no valid response
 * @param isOutermost whether the caller checks an asynchronous result, for which it waits anyway
 */
function guardedLevel(
  name: string,
  call: Level['handle'],
  inner: Level,
  guard: ErrorResponder | null,
  isOutermost = false,
): Level {
  const recover = (error: unknown, request: ServerRequestInterface) => {
    if (guard === null) throw error;
    // Thrown into the layer that passed an invalid request; the level of that layer has the valid one.
    if (!isRequest(request)) throw notRequest(request);
    return guard.recover(error, request);
  };
  const check = (value: ResponseInterface, request: ServerRequestInterface) => {
    try {
      return ensureResponse(value, name, request);
    } catch (error) {
      return recover(error, request);
    }
  };
  // Separate, because a function that contains closures allocates their context on every call.
  const settle = (late: PromiseLike<ResponseInterface>, request: ServerRequestInterface) =>
    Promise.resolve(late).then(
      (value) => check(value, request),
      (error: unknown) => recover(error, request),
    );
  const self: Level = {
    handled: null,
    handle(request) {
      let response: Awaitable<ResponseInterface>;
      try {
        response = call(request);
      } catch (error) {
        return recover(error, request);
      }
      if (!isThenable(response)) return check(response, request);
      if (response === inner.handled) inner.handled = null;
      else if (!isOutermost) response = settle(response, request);
      return (self.handled = response);
    },
  };
  return self;
}

/**
 * Returns the function that responds to unmatched requests, if no layer in between could see the exception; otherwise
 * `null`.
 *
 * @param layers those outside, innermost first
 */
function answerOutside(
  layers: readonly Layer[],
  guard: ErrorResponder | null,
): AnswerUnrouted | null {
  const at = layers.findIndex(({ answerUnrouted }) => answerUnrouted !== undefined);
  if (at < 0) return guard?.answerUnrouted ?? null;
  const hasOthers = layers.slice(0, at).some(({ isOwn }) => isOwn !== true);
  return hasOthers ? null : (layers[at]?.answerUnrouted ?? null);
}
