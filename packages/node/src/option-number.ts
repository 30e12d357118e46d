import { checkedCount } from '@mortise/base/adapter';
import { invalidOption } from './errors.js';

/** The maximum delay of a Node timer, about 25 days: Node replaces longer delays with 1 ms. */
export const MAX_TIMER_DELAY = 2 ** 31 - 1;

/**
 * Checks an option that is a time.
 *
 * @returns {@link MAX_TIMER_DELAY} for longer times
 * @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not an integer of at least 0
 */
export function milliseconds(option: string, value: number): number {
  return Math.min(count(option, value), MAX_TIMER_DELAY);
}

/**
 * Checks an option that is a number.
 *
 * @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not an integer of at least `least`
 */
export function count(option: string, value: number, least = 0): number {
  return checkedCount(option, value, invalidOption, least);
}
