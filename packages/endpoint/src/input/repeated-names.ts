/** A name that a query has more than once. */
export interface RepeatedName {
  /** `a[b]` is `['a', 'b']`. */
  readonly path: readonly string[];

  /** At least two, in their order. */
  readonly values: readonly string[];
}

/** A name with brackets, each with a name. */
const NESTED = /^([^[\]]+)((?:\[[^[\]]+\])+)$/;

/**
 * Finds the names that a query repeats, except for those that make a list with `[]`.
 *
 * @param query without a `?`
 * @returns `null` if it repeats none
 */
export function repeatedNames(query: string): readonly RepeatedName[] | null {
  if (!canRepeat(query)) return null;
  const sent = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const values = sent.get(name);
    if (values === undefined) sent.set(name, [value]);
    else values.push(value);
  }
  const repeated = [...sent].filter(([name, { length }]) => length > 1 && !name.includes('[]'));
  return repeated.length === 0
    ? null
    : repeated.map(([name, values]) => ({ path: pathOf(name), values }));
}

/** Whether two names can be equal: nearly every query has few names, none of them escaped. */
function canRepeat(query: string): boolean {
  if (!query.includes('&')) return false;
  const names = new Set<string>();
  for (const pair of query.split('&')) {
    const [name = ''] = pair.split('=', 1);
    if (names.has(name) || /[%+]/.test(name)) return true;
    names.add(name);
  }
  return false;
}

function pathOf(name: string): readonly string[] {
  const [, first, rest = ''] = NESTED.exec(name) ?? [];
  return first === undefined ? [name] : [first, ...rest.slice(1, -1).split('][')];
}
