import { logger as loggerWith, object, or } from '@mortise/base/options';

/** The rule for an option that is a logger. */
export const logger = loggerWith('error', 'info');

/** The rule for an option that is an object; default `{}`. */
export const record = or(object, {});

/** Removes options that are `undefined`, which would otherwise override those of an outer place. */
export function givenOptions<O extends object>(
  given: {
    readonly [K in keyof O]: O[K] | undefined;
  },
): O {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as O;
}
