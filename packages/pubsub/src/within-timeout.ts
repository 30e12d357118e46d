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
  since: () => number = () => -Infinity,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    // Expires twice: a process that was busy reads what has arrived in the meantime only after its timers.
    const expire = (isLast: boolean): void => {
      const left = since() + timeout - performance.now();
      if (left > 0) timer = setTimeout(expire, left, false);
      else if (!isLast) timer = setTimeout(expire, 0, true);
      else reject(PubSubError.unavailable(`the bus did not respond within ${timeout} ms`));
    };
    timer = setTimeout(expire, timeout, false);
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    throw error instanceof PubSubError
      ? error
      : PubSubError.unavailable('the bus server failed', error);
  } finally {
    clearTimeout(timer);
  }
}
