/** Waits until something holds, however long a busy machine takes; a minute at most. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!holds() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
