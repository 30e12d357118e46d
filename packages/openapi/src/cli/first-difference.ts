import { isDeepStrictEqual } from 'node:util';

/**
 * Returns the path to the first member that differs between two JSON values, or that only one of them has.
 *
 * @returns the names that lead to it; `[]` for the whole value
 */
export function firstDifference(one: unknown, other: unknown): readonly string[] {
  if (!isObject(one) || !isObject(other)) return [];
  for (const name of Object.keys({ ...one, ...other })) {
    const [left, right] = [one[name], other[name]];
    if (!isDeepStrictEqual(left, right)) return [name, ...firstDifference(left, right)];
  }
  return [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object(value) === value;
}
