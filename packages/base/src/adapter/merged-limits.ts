import { checkNames } from '../check-names.js';
import { refusal } from './refusal.js';
import type { InvalidOption } from './served-handler.js';

/**
 * Adds the defaults to the limits that are given. Checks them for callers without types.
 *
 * @param given `undefined` as a value, too, means the default
 * @returns a new object, with every name of `defaults`
 * @throws the error of `invalid` for an unknown name, and for a value that is not an integer of at least 0
 */
export function mergedLimits<Limits extends Readonly<Record<keyof Limits, number>>>(
  defaults: Limits,
  given: Partial<Limits>,
  invalid: InvalidOption,
): Record<keyof Limits, number> {
  checkNames<Partial<Limits>>(given, defaults, invalid, 'limits.');
  const limits: Record<keyof Limits, number> = { ...defaults };
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (value === undefined) continue;
    limits[name as keyof Limits] = checkedCount(`limits.${name}`, value, invalid);
  }
  return limits;
}

/**
 * Checks an option that is a number.
 *
 * @throws the error of `invalid` for a value that is not an integer of at least `least`
 */
export function checkedCount(
  option: string,
  value: unknown,
  invalid: InvalidOption,
  least = 0,
): number {
  if (Number.isSafeInteger(value) && Number(value) >= least) return Number(value);
  throw invalid(refusal(option, value, `an integer of at least ${least}`));
}
