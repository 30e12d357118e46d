import { catchAwaitable, isThenable } from '@mortise/base';
import { factoriesOf, fromWebResponse, INNER, isWebResponse } from '@mortise/base/message';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '@mortise/app';
import { HaltException } from '../errors/halt-exception.js';

/**
 * Returns PSR-15 middleware for variant A. A `HaltException` of what it calls is a response for it, because for the
 * middleware itself, an exception is a failure: it would undo or repeat work that is done. The layers of variant A outside
 * it see the exception again, with the response that the middleware returned.
 */
export function passingHalts(middleware: MiddlewareInterface): MiddlewareInterface {
  const own = {
    [INNER]: middleware,
    process(request: ServerRequestInterface, handler: Parameters<typeof middleware.process>[1]) {
      let isHalted = false;
      const answer = middleware.process(request, {
        handle(passed) {
          // The layer can call again, as one that repeats failures does: its last call counts.
          isHalted = false;
          return catchAwaitable(
            () => handler.handle(passed),
            (error) => {
              const response = haltedResponse(error, request);
              isHalted = true;
              return response;
            },
          );
        },
      });
      const outside = (response: ResponseInterface): ResponseInterface => {
        if (isHalted) throw new HaltException(response);
        return response;
      };
      return isThenable(answer) ? answer.then(outside) : outside(answer);
    },
  };
  return own;
}

/** Returns the response of a {@link HaltException}, and throws any other error. */
export function haltedResponse(error: unknown, request: ServerRequestInterface): ResponseInterface {
  if (!(error instanceof HaltException)) throw error;
  const { response } = error;
  if (!isWebResponse(response)) return response;
  return fromWebResponse(
    response,
    factoriesOf(request),
    (why) => new AppError('RESPONSE_INVALID', `invalid response of a HaltException: ${why}`),
  );
}
