import { createHook } from 'node:async_hooks';

/**
 * Counts the asynchronous resources of a type that are created until a promise is settled: what a request costs, where a time
 * would depend on the machine.
 *
 * @param type as `node:async_hooks` names it: `'PROMISE'`, `'Timeout'`; an `await` counts as a promise
 */
export async function createdBy(type: string, work: () => unknown): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, created) {
      if (created === type) count++;
    },
  });
  hook.enable();
  try {
    // A promise from before is first seen when it is next waited for.
    await new Promise((resolve) => setImmediate(resolve));
    count = 0;
    await work();
  } finally {
    hook.disable();
  }
  return count;
}
