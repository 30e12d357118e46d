/** Samples of tasks, in process. */
import { resultOf } from './rounds.js';

const program = new URL('task-process.js', import.meta.url).pathname;

/**
 * @typedef {object} Sampling
 * @property {number} [seconds] of CPU time for the warm-up, and for the measurement
 * @property {'least' | 'mean'} [of] the shortest of batches of 0.25 ms, since what disturbs one makes it longer; or the mean
 *   of CPU time, which has the garbage collection of work that takes long
 * @property {unknown} [argument] of the task
 */

/**
 * @param {string} module URL of the module
 * @param {string} name of the task
 * @param {Sampling} [sampling]
 * @returns {Promise<number>} microseconds for a call, in a new process
 */
export function sampleTask(module, name, sampling = {}) {
  return resultOf([program, new URL(module).pathname, name, JSON.stringify(sampling)]);
}
