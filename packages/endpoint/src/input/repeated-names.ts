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
 * Finds the names that a query repeats, except for those that make a list with `[]` each time: without it, the last value would
 * replace the others.
 *
 * @param query without a `?`
 * @returns `null` if it repeats none
 */
export function repeatedNames(query: string): readonly RepeatedName[] | null {
  if (!canRepeat(query)) return null;
  const sent = new Map<string, { readonly values: string[]; isBare: boolean }>();
  for (const [given, value] of new URLSearchParams(query)) {
    const name = withoutList(given);
    const known = sent.get(name) ?? { values: [], isBare: false };
    known.values.push(value);
    known.isBare ||= name === given;
    sent.set(name, known);
  }
  const repeated = [...sent].filter(
    ([name, { values, isBare }]) => values.length > 1 && isBare && !name.includes('[]'),
  );
  return repeated.length === 0
    ? null
    : repeated.map(([name, { values }]) => ({ path: pathOf(name), values }));
}

function withoutList(name: string): string {
  return name.endsWith('[]') ? name.slice(0, -2) : name;
}

/** Whether two names can be equal: nearly every query has few names, none of them escaped. */
function canRepeat(query: string): boolean {
  if (!query.includes('&')) return false;
  const names = new Set<string>();
  for (const pair of query.split('&')) {
    const [given = ''] = pair.split('=', 1);
    const name = withoutList(given);
    if (names.has(name) || /[%+]/.test(name)) return true;
    names.add(name);
  }
  return false;
}

function pathOf(name: string): readonly string[] {
  const [, first, rest = ''] = NESTED.exec(name) ?? [];
  return first === undefined ? [name] : [first, ...rest.slice(1, -1).split('][')];
}
