import { memberOf } from '@mortise/base';

/**
 * Whether an error says that the handler timed out. The handler still runs, so there is no outcome yet, and a repeated
 * request must not get the 503 of the timeout instead.
 */
export function isHandlerTimeout(error: unknown): boolean {
  return memberOf(error, 'code') === 'HANDLER_TIMEOUT';
}
