import { expect } from '@jest/globals';

/** Timers that run when a test says so. */
export function manualTimers() {
  const waiting = new Map<number, { readonly run: () => void; readonly ms: number }>();
  let count = 0;
  return {
    timers: {
      set: (run: () => void, ms: number) => {
        waiting.set(++count, { run, ms });
        return count;
      },
      clear: (timer: unknown) => void waiting.delete(timer as number),
    },
    pending: () => waiting.size,
    set: () => count,
    fire: async (ms: number) => {
      await new Promise((resolve) => setImmediate(resolve));
      for (const [id, timer] of waiting) {
        expect(timer.ms).toBe(ms);
        waiting.delete(id);
        timer.run();
      }
    },
  };
}
