import { rule, type Rule } from '@mortise/base/options';

/** A number of which none is too large: `Infinity`. */
export const limit: Rule<number> = rule(
  (value) => typeof value === 'number' && value >= 0,
  'a number of at least 0',
);
