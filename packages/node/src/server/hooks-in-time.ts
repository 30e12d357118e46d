import type { CloseHooks } from '@mortise/base';
import { NodeAdapterError } from '../node-adapter-error.js';

/** Minimum milliseconds for hooks, even if closing the connections took all of the time. */
const LEAST = 1_000;

/**
 * Runs the hooks of a server that has closed, and stops waiting for them when the time is up.
 *
 * @param left milliseconds until the time is up; hooks get at least 1,000
 * @throws {AggregateError} all failures; the last is `CLOSE_TIMEOUT` if a hook took too long
 */
export async function runHooksInTime(hooks: CloseHooks, left: number): Promise<void> {
  const deadline = { passed: false };
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(
      () => {
        deadline.passed = true;
        resolve();
      },
      Math.max(LEAST, left),
    );
  });
  const failures = await hooks.run(timeUp);
  clearTimeout(timer);
  if (deadline.passed) failures.push(late());
  if (failures.length > 0) throw new AggregateError(failures, 'closing the server failed');
}

function late(): NodeAdapterError {
  const text = "the server's close hooks did not finish in time and are still running";
  return new NodeAdapterError('CLOSE_TIMEOUT', text);
}
