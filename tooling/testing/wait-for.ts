/** Milliseconds that a test waits for an event: far more than any needs, even on a busy machine. */
const PATIENCE = 10_000;

/**
 * Waits until a condition holds.
 *
 * @throws {Error} with the source of the condition, if it does not hold in time
 */
export async function waitFor(condition: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!condition()) {
    if (performance.now() > end) {
      const source = condition.toString().replace(/^\(\) => /, '');
      throw new Error(`still not true after ${PATIENCE} ms: ${source}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
