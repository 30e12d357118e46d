import { setImmediate } from 'node:timers/promises';

/** Returns the reasons of promises that `run` leaves rejected without a handler, which would end a process. */
export async function unhandledRejectionsOf(run: () => unknown): Promise<readonly unknown[]> {
  const reasons: unknown[] = [];
  const record = (reason: unknown): void => void reasons.push(reason);
  process.on('unhandledRejection', record);
  try {
    await run();
    // Node reports them before the next macrotask.
    await setImmediate();
  } finally {
    process.off('unhandledRejection', record);
  }
  return reasons;
}
