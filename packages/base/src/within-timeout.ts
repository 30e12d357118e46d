/**
 * Waits for a call with a timeout. A process that was busy reads what has arrived in the meantime only after its timers, so
 * the timeout ends one turn of the event loop later.
 *
 * @param timeout milliseconds
 * @param late creates the error to reject with; a later result of the call is ignored
 * @param since when, on the monotonic clock, the timeout last restarted; default: never
 * @returns the result of the call; rejects with what it throws or rejects with
 */
export async function withinTimeout<T>(
  call: () => PromiseLike<T>,
  timeout: number,
  late: () => Error,
  since: () => number = () => -Infinity,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    const expire = (isLast: boolean): void => {
      const left = since() + timeout - performance.now();
      if (left > 0) timer = setTimeout(expire, left, false);
      else if (!isLast) timer = setTimeout(expire, 0, true);
      else reject(late());
    };
    timer = setTimeout(expire, timeout, false);
  });
  try {
    return await Promise.race([call(), expired]);
  } finally {
    clearTimeout(timer);
  }
}
