/** The longest delay that a timer can have; a longer one would fire immediately. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * A promise that has to settle in time.
 *
 * @param late makes the error to reject with after `milliseconds`; a later result is ignored
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
