import { withinTimeout as within } from '@mortise/base';
import { StoreError } from './store-error.js';

/**
 * Calls a server with a timeout, for implementations of {@link StoreInterface}, because no client library limits every
 * call.
 *
 * @param call sends the command
 * @param timeout milliseconds
 * @returns the call's result
 * @throws {StoreError} `STORE_UNAVAILABLE` if the call fails, with its error as the cause, or times out; a later result
 *   is ignored
 */
export async function withinTimeout<T>(call: () => PromiseLike<T>, timeout: number): Promise<T> {
  const late = (): StoreError =>
    StoreError.unavailable(`the store did not respond within ${timeout} ms`);
  try {
    return await within(call, timeout, late);
  } catch (error) {
    throw error instanceof StoreError
      ? error
      : StoreError.unavailable('the store server failed', error);
  }
}
