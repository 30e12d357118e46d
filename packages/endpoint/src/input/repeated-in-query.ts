import type { RepeatedName } from '@mortise/base/keys';
import { formEntries, repeatedNames } from '@mortise/form-encoding';

/**
 * Finds the repeated names of a query.
 *
 * @param query the query string, without `?`
 * @returns `[]` if there are none
 */
export function repeatedInQuery(query: string): readonly RepeatedName<string>[] {
  return canRepeat(query) ? repeatedNames(formEntries(query)) : [];
}

/** Quickly rules out repetition for most query strings: they have few names, none of them escaped. */
function canRepeat(query: string): boolean {
  if (!query.includes('&')) return false;
  const names = new Set<string>();
  for (const pair of query.split('&')) {
    const [given = ''] = pair.split('=', 1);
    const name = given.endsWith('[]') ? given.slice(0, -2) : given;
    if (names.has(name) || /[%+]/.test(name)) return true;
    names.add(name);
  }
  return false;
}
