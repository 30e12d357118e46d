import type { RequestHandlerInterface } from '@mortise/http-message';
import { isThenable } from '@mortise/base';
import { responseCheck } from './response-check.js';

/**
 * Checks each response of a handler.
 *
 * @param name of the handler, for the error
 * @returns a handler that throws {@link AppError} `RESPONSE_MISSING` for a value that is not a response
 */
export function checkedHandler(
  handler: RequestHandlerInterface,
  name: string,
): RequestHandlerInterface {
  const check = responseCheck(name);
  return {
    handle(request) {
      const response = handler.handle(request);
      return isThenable(response) ? response.then(check) : check(response);
    },
  };
}
