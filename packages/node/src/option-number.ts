import { NodeAdapterError } from './errors.js';

/** The longest that a timer of Node's waits: what is longer it takes for 1 ms. Some 25 days. */
export const MAX_TIMER_DELAY = 2 ** 31 - 1;

/**
 * A time that an option gives.
 *
 * @returns {@link MAX_TIMER_DELAY} for what is longer
 * @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not an integer of at least 0
 */
export function milliseconds(option: string, value: number): number {
  return Math.min(count(option, value), MAX_TIMER_DELAY);
}

/**
 * A number of things that an option gives.
 *
 * @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not an integer of at least `least`
 */
export function count(option: string, value: number, least = 0): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  const text = `${option} is ${String(value)}; it must be an integer of at least ${least}`;
  throw new NodeAdapterError('OPTION_INVALID', text);
}
