/** Milliseconds that a test waits for an event: far more than any needs, even on a busy machine. */
const PATIENCE = 30_000;

/** Milliseconds for events that need a new process, which compiles the sources first. */
export const PROCESS_PATIENCE = 60_000;

/** Milliseconds for what did not happen before: a leak or a stream that hangs fails all tests of a file within seconds. */
const SECOND_PATIENCE = 200;

/** Sources of the conditions, and names of the events, of this test file that did not happen in time. */
const broken = new Set<string>();

/**
 * Waits until a condition holds. One that did not hold before is given less time.
 *
 * @throws {Error} with the source of the condition, if it does not hold in time
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  ms = PATIENCE,
): Promise<void> {
  const source = condition.toString().replace(/^(async )?\(\) => /, '');
  const patience = broken.has(source) ? Math.min(ms, SECOND_PATIENCE) : ms;
  const end = performance.now() + patience;
  while (!(await condition())) {
    if (performance.now() > end) {
      broken.add(source);
      throw new Error(`still not true after ${patience} ms: ${source}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  broken.delete(source);
}

/**
 * Waits for a promise to settle. Once an event did not happen in time, others of its name are given less.
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
  const key = typeof what === 'string' ? what : what.toString();
  const patience = broken.has(key) ? Math.min(ms, SECOND_PATIENCE) : ms;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      broken.add(key);
      const name = typeof what === 'string' ? what : what();
      reject(new Error(`still waiting for ${name} after ${patience} ms`));
    }, patience).unref();
  });
  try {
    return await Promise.race([event, late]);
  } finally {
    clearTimeout(timer);
  }
}
