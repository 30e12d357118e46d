import { integer, LONGEST_TIMER, type ReadRule } from '@mortise/base/options';

/** The rule for a duration option: a non-negative integer, capped at {@link LONGEST_TIMER}. */
export const milliseconds: ReadRule<number, number> = {
  ...integer(0, undefined, 'milliseconds'),
  read: (value: number) => Math.min(value, LONGEST_TIMER),
};
