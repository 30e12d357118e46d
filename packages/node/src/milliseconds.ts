import { integer, LONGEST_TIMER, type ReadRule } from '@mortise/base/options';

/** The rule of an option that is a time: an integer of at least 0. Longer times are {@link LONGEST_TIMER}. */
export const milliseconds: ReadRule<number, number> = {
  ...integer(0, undefined, 'milliseconds'),
  read: (value: number) => Math.min(value, LONGEST_TIMER),
};
