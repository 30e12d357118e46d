import { isThenable } from '@mortise/base';
import { handlerTimer } from '@mortise/base/message';
import type { ResponseInterface } from '@mortise/http-message';
import type { ResultCheck } from '../result-check.js';

/**
 * Adds the time of a handler to the check of its result: when it is up, the result is a rejection, inside of all layers, so
 * that they do to its response what they do to others, and a transaction is rolled back. What the handler returns after that
 * is closed, and what it throws is reported.
 *
 * @param timeout milliseconds; default: the limit of the adapter
 */
export function inTime(check: ResultCheck, timeout?: number): ResultCheck {
  return (result, request) => {
    const timer = isThenable(result) ? handlerTimer(request) : undefined;
    if (timer === undefined || !isThenable(result)) return check(result, request);
    return new Promise<ResponseInterface>((resolve, reject) => {
      let isLate = false;
      const fail = (error: unknown): void => {
        if (isLate) timer.reportLate(error);
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the handler threw
        else reject(error);
      };
      result.then((value) => {
        try {
          const response = check(value, request);
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
  };
}

function closeLate(response: ReturnType<ResultCheck>, fail: (error: unknown) => void): void {
  const close = (late: ResponseInterface): void => {
    late.getBody().close();
  };
  if (isThenable(response)) response.then(close, fail);
  else close(response);
}
