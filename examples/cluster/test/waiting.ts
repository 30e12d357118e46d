/** Waits until a condition holds. @throws {Error} if it does not within 30 s */
export async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`still not true: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
