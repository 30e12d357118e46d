/** Milliseconds that a test waits for an event: far more than any needs, even on a busy machine. */
const PATIENCE = 10_000;

/** Milliseconds for events that need a new process, which compiles the sources first. */
export const PROCESS_PATIENCE = 60_000;

/**
 * Waits until a condition holds.
 *
 * @throws {Error} with the source of the condition, if it does not hold in time
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  ms = PATIENCE,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) {
      const source = condition.toString().replace(/^(async )?\(\) => /, '');
      throw new Error(`still not true after ${ms} ms: ${source}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * Waits for a promise to settle.
 *
 * @param what names the event, for the message of the failure
 * @returns what the promise is fulfilled with
 * @throws {Error} that names the event, if it does not happen in time; what the promise rejects with
 */
export async function waitForEvent<T>(
  what: string | (() => string),
  event: PromiseLike<T>,
  ms = PATIENCE,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const name = typeof what === 'string' ? what : what();
      reject(new Error(`still waiting for ${name} after ${ms} ms`));
    }, ms).unref();
  });
  try {
    return await Promise.race([event, late]);
  } finally {
    clearTimeout(timer);
  }
}
