/** The maximum delay of a timer; a longer one would fire immediately. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Waits for a promise with a timeout.
 *
 * @param late creates the error to reject with after `milliseconds`; a later result is ignored
 */
export async function within<T>(
  work: PromiseLike<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  let expire: () => void = () => undefined;
  const expired = new Promise<never>((_, reject) => {
    expire = () => {
      reject(late());
    };
  });
  const timer = setTimeout(expire, Math.min(milliseconds, LONGEST_DELAY));
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
