import { quote } from '../quote.js';
import type { InvalidOption } from './served-handler.js';

/**
 * Adds the defaults to the limits that are given. Checks them for callers without types: a wrong name would leave its
 * default in force unnoticed.
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
  const limits: Record<keyof Limits, number> = { ...defaults };
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (!Object.hasOwn(defaults, name)) {
      const known = Object.keys(defaults).join(', ');
      throw invalid(`unknown limits.${name}: received ${quote(value)}; expected one of ${known}`);
    }
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || (value as number) < 0) {
      throw invalid(
        `invalid limits.${name}: received ${quote(value)}; expected an integer of at least 0`,
      );
    }
    limits[name as keyof Limits] = value as number;
  }
  return limits;
}
