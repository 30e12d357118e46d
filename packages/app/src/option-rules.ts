import { methods, or, rule } from '@mortise/base/options';

/** The rule of an option that is text. */
export const text = rule<string>((value) => typeof value === 'string', 'a string');

/** The rule of an option that is a logger. */
export const logger = methods('a logger with error(message) and info(message)', 'error', 'info');

/** The rule of an option that is an object, by default an empty one. */
export const record = or(rule(isObject, 'an object'), {});

/** Whether a value is an object, even a list: no primitive value, and no function. */
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
