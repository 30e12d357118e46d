import { withinTimeout as within } from '@mortise/base';
import { PubSubError } from './pubsub-error.js';

/**
 * Waits for a server with a timeout, for implementations of the contract, because no client library limits every call.
 *
 * @param timeout milliseconds
 * @param since when, on the monotonic clock, the timeout last restarted; default: never
 * @throws {PubSubError} `PUBSUB_UNAVAILABLE` if the call fails, with its error as the cause, or times out: its later
 *   result is ignored
 */
export async function withinTimeout<T>(
  call: () => PromiseLike<T>,
  timeout: number,
  since?: () => number,
): Promise<T> {
  const late = (): PubSubError =>
    PubSubError.unavailable(`the bus did not respond within ${timeout} ms`);
  try {
    return await within(call, timeout, late, since);
  } catch (error) {
    throw error instanceof PubSubError
      ? error
      : PubSubError.unavailable('the bus server failed', error);
  }
}
