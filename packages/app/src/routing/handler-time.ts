import { isThenable } from '@mortise/base';
import { type HandlerTimer, handlerTimer } from '@mortise/base/message';
import type { Awaitable, ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import type { HandlerResult, ResultCheck } from '../result-check.js';
import type { RouteContext, RoutedHandler } from './route-context.js';

/** A call of a handler. */
interface Limited {
  readonly request: ServerRequestInterface;
  readonly check: ResultCheck;
  readonly timeout: number | undefined;
}

/** A handler whose result is not checked yet. */
interface Unchecked {
  handle(request: ServerRequestInterface, context?: RouteContext): Awaitable<HandlerResult>;
}

/**
 * Limits the time of a handler, and checks its result: when the time is up, the result is a rejection, inside of all layers,
 * so that they do to its response what they do to others, and a transaction is rolled back. What the handler returns after
 * that is closed, and what it throws is reported.
 *
 * If the handler has passed the request to another application, that one responds, inside of its own layers.
 *
 * @param timeout milliseconds; default: the limit of the adapter
 */
export function inTime(handler: Unchecked, check: ResultCheck, timeout?: number): RoutedHandler {
  return {
    handle(request, context) {
      const timer = handlerTimer(request);
      const known = timer?.responder;
      const result = handler.handle(request, context);
      return timer === undefined || !isThenable(result)
        ? check(result, request)
        : inTimeOf(timer, known, result, { request, check, timeout });
    },
  };
}

/** @param known the responder before the handler was called */
function inTimeOf(
  timer: HandlerTimer,
  known: HandlerTimer['responder'] | undefined,
  result: PromiseLike<HandlerResult>,
  { request, check, timeout }: Limited,
): Awaitable<ResponseInterface> {
  const { responder } = timer;
  if (responder === null || responder === known) {
    return timed(result, (value) => check(value, request), timer, timeout);
  }
  if (timeout !== undefined) timer.onTimeout(responder, timeout);
  return check(result, request);
}

function timed(
  result: PromiseLike<HandlerResult>,
  check: (value: HandlerResult) => Awaitable<ResponseInterface>,
  timer: HandlerTimer,
  timeout: number | undefined,
): Promise<ResponseInterface> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const fail = (error: unknown): void => {
      if (isLate) timer.reportLate(error);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the handler threw
      else reject(error);
    };
    result.then((value) => {
      try {
        const response = check(value);
        if (isLate) closeLate(response, fail);
        else resolve(response);
      } catch (error) {
        fail(error);
      }
    }, fail);
    timer.onTimeout((error) => {
      isLate = true;
      reject(error);
    }, timeout);
  });
}

function closeLate(response: Awaitable<ResponseInterface>, fail: (error: unknown) => void): void {
  const close = (late: ResponseInterface): void => {
    late.getBody().close();
  };
  if (isThenable(response)) response.then(close, fail);
  else close(response);
}
