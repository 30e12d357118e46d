import { isThenable } from '@mortise/base';
import type { Awaitable, RequestHandlerInterface, ResponseInterface } from '@mortise/http-message';
import { canIgnore, type ReportLost } from '../lost-errors.js';

/** What a layer calls. */
export interface IgnorableHandler extends RequestHandlerInterface {
  /** The promise that it returned last, whose result is checked, and which can be ignored; `null` if there is none. */
  handled: Awaitable<ResponseInterface> | null;
}

/** Wraps what a layer calls, so that the layer {@link canIgnore can ignore} the promise. */
export function ignorableHandler(
  inner: RequestHandlerInterface,
  lost: ReportLost,
): IgnorableHandler {
  const self: IgnorableHandler = {
    handled: null,
    handle(request) {
      const response = inner.handle(request);
      if (isThenable(response)) canIgnore((self.handled = response), request, lost);
      return response;
    },
  };
  return self;
}
