import { isThenable } from '@mortise/base';
import { type HandlerTimer, handlerTimer } from '@mortise/base/message';
import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { HandlerResult, ResultCheck } from '../result-check.js';
import type { RouteHandlerInterface } from '../variant-types.js';

/** Those that respond at the limit of their own route. */
const limited = new WeakSet<(error: Error) => void>();

/**
 * Limits the time of a handler, and checks its result: when the time is up, the result is a rejection, inside all layers,
 * so that they do to its response what they do to others, and a transaction is rolled back. What the handler returns after
 * that is closed, and what it throws is reported.
 *
 * If the handler has passed the request to another application, that one responds, inside its own layers, and a limit of
 * its route replaces this one.
 *
 * @param timeout milliseconds; default: the limit of the adapter
 */
export function inTime(
  handler: RouteHandlerInterface,
  check: ResultCheck,
  timeout?: number,
): RequestHandlerInterface {
  const limit = { check, timeout };
  return {
    handle(request) {
      const timer = handlerTimer(request);
      const known = timer?.responder;
      const result = handler.handle(request);
      if (timer === undefined || !isThenable(result)) return check(result, request);
      const { responder } = timer;
      // One that changed during the call is that of an inner application.
      if (responder === null || responder === known) return timed(result, request, timer, limit);
      if (timeout !== undefined && !limited.has(responder)) {
        limited.add(responder);
        timer.onTimeout(responder, timeout);
      }
      return check(result, request);
    },
  };
}

interface Limit {
  readonly check: ResultCheck;
  readonly timeout: number | undefined;
}

function timed(
  result: PromiseLike<HandlerResult>,
  request: ServerRequestInterface,
  timer: HandlerTimer,
  { check, timeout }: Limit,
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
        // The check of a value that is not a promise returns none.
        const response = check(value, request) as ResponseInterface;
        if (isLate) response.getBody().close();
        else resolve(response);
      } catch (error) {
        fail(error);
      }
    }, fail);
    const responder = (error: Error): void => {
      isLate = true;
      reject(error);
    };
    if (timeout !== undefined) limited.add(responder);
    timer.onTimeout(responder, timeout);
  });
}
