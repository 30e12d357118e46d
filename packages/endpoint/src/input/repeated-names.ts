/** A name that occurs more than once in a query string. */
export interface RepeatedName {
  /** `a[b]` is `['a', 'b']`. */
  readonly path: readonly string[];

  /** At least two values, in the order sent. */
  readonly values: readonly string[];
}

/** A name with non-empty brackets, such as `a[b][c]`. */
const NESTED = /^([^[\]]+)((?:\[[^[\]]+\])+)$/;

/**
 * Finds repeated names, for which PHP would keep only the last value. Names that always end in `[]` already form a list
 * and are not included.
 *
 * @param query the query string, without `?`
 * @returns `null` if there are none
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

/** Quickly rules out repetition for most query strings: they have few names, none of them escaped. */
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
