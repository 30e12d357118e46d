import { integer, type ReadRule } from '@mortise/base/options';

/** The maximum delay of a Node timer, about 25 days: Node replaces longer delays with 1 ms. */
export const MAX_TIMER_DELAY = 2 ** 31 - 1;

/** The rule of an option that is a time: an integer of at least 0. Longer times are {@link MAX_TIMER_DELAY}. */
export const milliseconds: ReadRule<number, number> = {
  ...integer(0, undefined, 'milliseconds'),
  read: (value: number) => Math.min(value, MAX_TIMER_DELAY),
};
