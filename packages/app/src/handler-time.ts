import { isThenable } from '@mortise/base';
import { closeUnsent, type HandlerTimer, handlerTimer } from '@mortise/base/message';
import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import type { HandlerResult, ResultCheck } from './result-check.js';
import type { RouteHandlerInterface } from './variant-types.js';

/** The time limit of a call. */
export interface TimeLimit {
  /** Milliseconds. Default: the limit of the enclosing call, ultimately that of the adapter. */
  readonly timeout?: number | undefined;
  /** Converts the adapter's timeout error to the rejection reason. Default: that error. */
  readonly reasonFor?: ((timeout: Error) => unknown) | undefined;
}

/**
 * Limits the time of a handler, and checks its result. On timeout, the result rejects inside all layers, so that they
 * treat its response like any other, and transactions are rolled back. A response that the handler returns after that
 * is closed; an error that it throws is reported.
 *
 * If such calls are nested, the innermost is rejected first. The next outer call then has its remaining time, but at
 * least one second.
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

/** The timer, and the responder that was set before the call. */
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
    void Promise.resolve(result).then((value) => {
      try {
        // For a value that is not a promise, the check does not return a promise.
        const response = check(value, request) as ResponseInterface;
        timer.endLimit(responder);
        if (isLate) closeUnsent(response.getBody());
        else resolve(response);
      } catch (error) {
        fail(error);
      }
    }, fail);
  });
}
