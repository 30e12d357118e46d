import type { RepeatedName } from '@mortise/base/keys';
import type { FormEntry } from './form-value.js';
import { namePath, plainUntil } from './name-path.js';
import { type FormTreeOptions, treeRules } from './tree-rules.js';

/**
 * Finds the names that occur more than once, of which PHP keeps the last value alone. Names that always end in `[]` are
 * not included, because PHP makes a list of them: `a=1&a=2` and `a=1&a[]=2` repeat a name, `a[]=1&a[]=2` does not.
 *
 * @param entries of one form, in order
 * @param options those with which the form is read
 * @returns the names, in the order of their first values; `[]` if there are none
 */
export function repeatedNames<Leaf>(
  entries: Iterable<FormEntry<Leaf>>,
  options: FormTreeOptions = {},
): readonly RepeatedName<Leaf>[] {
  const rules = treeRules(options);
  const sent = new Map<string, { path: readonly string[]; values: Leaf[]; isBare: boolean }>();
  for (const [name, value] of entries) {
    const parts: string[] = [];
    const plain = plainUntil(name, 0, name.length);
    parts.length = namePath(name, 0, plain, name.length, null, rules, parts);
    const isItem = parts.length > 1 && parts.at(-1) === '';
    const path = isItem ? parts.slice(0, -1) : parts;
    // Each `a[][b]` is another item. Names without a first part, or with too many, are dropped.
    if (path.includes('') || !(parts.length - 1 <= rules.maxDepth)) continue;
    // A first part has no bracket, so it differs from the JSON of every list.
    const key = path.length === 1 ? (path[0] as string) : JSON.stringify(path);
    const known = sent.get(key);
    if (known === undefined) sent.set(key, { path, values: [value], isBare: !isItem });
    else {
      known.values.push(value);
      known.isBare ||= !isItem;
    }
  }
  return [...sent.values()]
    .filter(({ values, isBare }) => values.length > 1 && isBare)
    .map(({ path, values }) => ({ path, values }));
}
