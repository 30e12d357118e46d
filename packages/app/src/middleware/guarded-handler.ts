import { isResponse } from '@mortise/base/message';
import { isThenable } from '@mortise/base';
import type {
  Awaitable,
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { AppError } from '../app-error.js';
import type { ErrorGuard } from './contract.js';

/** A handler that may be guarded. */
export interface MaybeGuarded extends RequestHandlerInterface {
  /** The promise that it returned last, if it is: a layer that returns the same one needs no promise of its own. */
  last?: Awaitable<ResponseInterface> | null;
}

/** What is guarded: a layer, or the routes. */
export interface Level {
  readonly name: string;
  readonly inner: MaybeGuarded;
  /** Whether a late result is checked too, which names a layer that returns no response. */
  readonly checksLate: boolean;
}

/** Guards a handler: an error that it throws becomes a response for the outer layers. */
export function guardedHandler(
  handler: RequestHandlerInterface,
  { name, inner, checksLate }: Level,
  { recover }: Pick<ErrorGuard, 'recover'>,
): MaybeGuarded {
  const checked = (
    value: ResponseInterface,
    request: ServerRequestInterface,
  ): Awaitable<ResponseInterface> =>
    isResponse(value) ? value : recover(AppError.noResponse(name, value), request);
  const self: MaybeGuarded = {
    last: null,
    handle(request) {
      let response: Awaitable<ResponseInterface>;
      try {
        response = handler.handle(request);
      } catch (error) {
        return recover(error, request);
      }
      if (!isThenable(response)) return checked(response, request);
      if (response === inner.last) inner.last = null;
      else {
        response = response.then(
          checksLate ? (late) => checked(late, request) : undefined,
          (error: unknown) => recover(error, request),
        );
      }
      return (self.last = response);
    },
  };
  return self;
}
