import { isThenable } from '@mortise/base';
import { type HandlerTimer, handlerTimer } from '@mortise/base/message';
import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { HandlerResult, ResultCheck } from './result-check.js';
import type { RouteHandlerInterface } from './variant-types.js';

/** How a call is limited. */
export interface TimeLimit {
  /** Milliseconds; default: those of the next call outside, in the end of the adapter. */
  readonly timeout?: number | undefined;
  /** Returns what the result is rejected with, for the error of the adapter. Default: that error. */
  readonly reasonFor?: ((timeout: Error) => unknown) | undefined;
}

/**
 * Limits the time of a handler, and checks its result: when the time is up, the result is a rejection, inside all layers,
 * so that they do to its response what they do to others, and a transaction is rolled back. What the handler returns after
 * that is closed, and what it throws is reported.
 *
 * Of handlers that call each other, the innermost is the first that is rejected. Those outside have a second for each
 * rejection inside, or what is left of their own time.
 */
export function inTime(
  handler: RouteHandlerInterface,
  check: ResultCheck,
  { timeout, reasonFor }: TimeLimit = {},
): RequestHandlerInterface {
  const limit = { check, timeout, reasonFor };
  return {
    handle(request) {
      const timer = handlerTimer(request);
      const outside = timer?.responder ?? null;
      const result = handler.handle(request);
      if (timer === undefined || !isThenable(result)) return check(result, request);
      return timed(result, request, { timer, outside }, limit);
    },
  };
}

/** The timer, and who would respond without the call. */
interface Place {
  readonly timer: HandlerTimer;
  readonly outside: HandlerTimer['responder'];
}

function timed(
  result: PromiseLike<HandlerResult>,
  request: ServerRequestInterface,
  { timer, outside }: Place,
  { check, timeout, reasonFor }: TimeLimit & { readonly check: ResultCheck },
): Promise<ResponseInterface> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const responder = (error: Error): void => {
      isLate = true;
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the caller knows
      reject(reasonFor === undefined ? error : reasonFor(error));
    };
    const fail = (error: unknown): void => {
      timer.endLimit(responder);
      if (isLate) timer.reportLate(error);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the handler threw
      else reject(error);
    };
    timer.onTimeout(responder, outside, timeout);
    result.then((value) => {
      try {
        // The check of a value that is not a promise returns none.
        const response = check(value, request) as ResponseInterface;
        timer.endLimit(responder);
        if (isLate) response.getBody().close();
        else resolve(response);
      } catch (error) {
        fail(error);
      }
    }, fail);
  });
}
