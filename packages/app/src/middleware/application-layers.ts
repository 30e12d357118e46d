import { isThenable } from '@mortise/base';
import { isResponse } from '@mortise/base/message';
import type {
  Awaitable,
  MiddlewareInterface,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import { notRequest } from '../foreign-habits.js';
import type { AnswerUnrouted } from '../errors/contract.js';
import type { ErrorMiddleware } from '../errors/error-middleware.js';
import { watchedHandler } from './error-watch.js';
import { isRequest } from './is-request.js';
import type { Layer } from './layer-stack.js';

/** What an application puts between its layers: errors become responses before the next outer layer. */
type ErrorGuard = Pick<ErrorMiddleware, 'recover' | 'answerUnrouted'>;

/** What the layers of an application stand around. */
export interface ApplicationCore {
  /** @param answerUnrouted responds to requests without a route; `null` if the exception has to be thrown */
  readonly routes: (answerUnrouted: AnswerUnrouted | null) => RequestHandlerInterface;
  /** `null`: all layers see errors. */
  readonly guard: ErrorGuard | null;
  /** Whether what layers return late is checked, and layers that wait for errors are named. */
  readonly development: boolean;
}

/** A layer with all that is inside it, or the routes. */
interface Level extends RequestHandlerInterface {
  /**
   * The promise that it returned last, which is settled and checked. A layer that only passes it on,
   * `return handler.handle(request)`, returns the same one, and needs no promise of its own. `undefined` where promises are
   * not settled.
   */
  settled?: Awaitable<ResponseInterface> | null;
}

/**
 * Composes the layers of an application, once for all requests. Layers outside the outermost error layer, and all layers
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
  const innermost: Level =
    ofRoutes === null
      ? kernel
      : levelOf('a handler', (request) => kernel.handle(request), kernel, ofRoutes, false);
  return layers.reduce((inside, { name, middleware: at }, index) => {
    // The level checks its result.
    const middleware = at(answerOutside(layers.slice(index + 1), guard)) as MiddlewareInterface;
    const isWatched = development && guardAt(index - 1) !== null;
    const inner = isWatched ? watchedHandler(middleware, inside, name) : inside;
    const call: Level['handle'] = (request) => middleware.process(request, inner);
    return levelOf(name, call, inner, guardAt(index), development);
  }, innermost);
}

/**
 * Creates a level: its result is checked, and with a guard, an error becomes a response for the outer layers.
 *
 * @param name for the error if it returns no response
 * @param checksLate whether a late result is checked too, which costs a promise
 */
function levelOf(
  name: string,
  call: Level['handle'],
  inner: Level,
  guard: ErrorGuard | null,
  checksLate: boolean,
): Level {
  const recover = (error: unknown, request: ServerRequestInterface) => {
    if (guard === null) throw error;
    // The layer that passed it gets the error, and its own level the request.
    if (!isRequest(request)) throw notRequest(request);
    return guard.recover(error, request);
  };
  const check = (value: ResponseInterface, request: ServerRequestInterface) =>
    isResponse(value) ? value : recover(AppError.noResponse(name, value), request);
  // Apart, since a function that contains closures allocates what they refer to on each call.
  const settle = (late: PromiseLike<ResponseInterface>, request: ServerRequestInterface) =>
    late.then(checksLate ? (value) => check(value, request) : undefined, (error: unknown) =>
      recover(error, request),
    );
  const self: Level = {
    settled: null,
    handle(request) {
      let response: Awaitable<ResponseInterface>;
      try {
        response = call(request);
      } catch (error) {
        return recover(error, request);
      }
      if (!isThenable(response)) return check(response, request);
      if (response === inner.settled) inner.settled = null;
      else if (guard !== null || checksLate) response = settle(response, request);
      return (self.settled = response);
    },
  };
  return self;
}

/**
 * Returns what responds to requests without a route, where no layer in between could see the exception.
 *
 * @param layers those outside the place, the nearest first
 */
function answerOutside(layers: readonly Layer[], guard: ErrorGuard | null): AnswerUnrouted | null {
  const at = layers.findIndex(({ answerUnrouted }) => answerUnrouted !== undefined);
  if (at < 0) return guard?.answerUnrouted ?? null;
  const hasOthers = layers.slice(0, at).some(({ isOwn }) => isOwn !== true);
  return hasOthers ? null : (layers[at]?.answerUnrouted ?? null);
}
