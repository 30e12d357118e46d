import { object, type ReadRule, rule, type Rule } from '@mortise/base/options';
import { byMediaType } from '@mortise/body-parsers';

/** The default maximum size of a stored body: 32 MiB, as for multipart forms. */
export const DEFAULT_STORED_LIMIT = 33_554_432;

/** The rule for the maximum size of a body, in bytes. */
export const bodyLimit: Rule<number> = rule(
  (value) => typeof value === 'number' && value >= 0,
  'a number of at least 0, in bytes',
);

/** The rule for functions by media type, whose keys become lower case. */
export function byType<T>(what: string): ReadRule<never, Readonly<Record<string, T>>> {
  return {
    ...rule(
      (value) =>
        object.accepts(value) &&
        Object.values(value as object).every((one) => typeof one === 'function'),
      `an object of ${what} by media type`,
    ),
    read: (given: Readonly<Record<string, T>>, path) =>
      Object.fromEntries(byMediaType(given, path)),
  };
}
