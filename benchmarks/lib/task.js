/** Samples of tasks, in process. */
import { resultOf } from './rounds.js';

const program = new URL('task-process.js', import.meta.url).pathname;

/**
 * @typedef {object} Sampling
 * @property {number} [seconds] of CPU time for the warm-up, and for the measurement
 * @property {'least' | 'mean' | 'bytes'} [of] the shortest of batches of 0.25 ms, since what disturbs one makes it
 *   longer; the mean of CPU time, which has the garbage collection of work that takes long; or the bytes that a call allocates
 * @property {unknown} [argument] of the task
 */

/**
 * @param {string} module URL of the module
 * @param {string} name of the task
 * @param {Sampling} [sampling]
 * @returns {Promise<number>} microseconds for a call, or bytes, in a new process
 */
export function sampleTask(module, name, sampling = {}) {
  // So that nothing is collected between the first call and the last.
  const spaces = ['--min-semi-space-size=256', '--max-semi-space-size=256'];
  const flags = sampling.of === 'bytes' ? ['--expose-gc', ...spaces] : [];
  return resultOf([...flags, program, new URL(module).pathname, name, JSON.stringify(sampling)]);
}
