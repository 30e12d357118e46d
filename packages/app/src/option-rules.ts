import { or, rule } from '@mortise/base/options';

/** The rule of an option that is text. */
export const text = rule<string>((value) => typeof value === 'string', 'a string');

/** The rule of an option that is an object, by default an empty one. */
export const record = or(
  rule((value) => typeof value === 'object' && value !== null, 'an object'),
  {},
);
