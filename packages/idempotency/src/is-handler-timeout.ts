import { memberOf } from '@mortise/base';

/**
 * Whether an error says that the time of the handler was up: it still runs, so there is no outcome yet, and a repeated request
 * must not get the 503 of the timeout instead.
 */
export function isHandlerTimeout(error: unknown): boolean {
  return memberOf(error, 'code') === 'HANDLER_TIMEOUT';
}
