import { createHook } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach } from '@jest/globals';

/**
 * Watches the timers that each test of a file starts: those that an earlier file has left to this process can end at any time.
 *
 * @returns counts the timers of the running test that keep the process running; the runner's own is one of them
 */
export function ownTimers(): () => Promise<number> {
  const running = new Map<number, NodeJS.Timeout>();
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (type === 'Timeout') running.set(id, resource as NodeJS.Timeout);
    },
    destroy(id) {
      running.delete(id);
    },
  });
  beforeEach(() => {
    running.clear();
    hook.enable();
  });
  afterEach(() => {
    hook.disable();
  });
  return async () => {
    // Node reports in the next turn which timers have ended.
    await setImmediate();
    return [...running.values()].filter((timer) => timer.hasRef()).length;
  };
}
