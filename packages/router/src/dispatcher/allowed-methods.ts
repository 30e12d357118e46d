import type { MethodTable } from './method-table.js';

/**
 * Returns the methods of the routes that match a path: what `Allow` lists, without the `HEAD` that {@link withHead} adds.
 * Those of routes without placeholders come first, each list in the order of registration; `[]` if no route matches.
 *
 * @param statics the methods that have routes without placeholders
 * @param variables the methods that have routes with placeholders
 * @param searched a table that does not match, which is skipped; `null` for none
 */
export function allowedMethods(
  path: string,
  statics: readonly MethodTable<unknown>[],
  variables: readonly MethodTable<unknown>[],
  searched: MethodTable<unknown> | null,
): readonly string[] {
  const methods: string[] = [];
  for (const table of statics) {
    if (table !== searched && table.findStatic(path) !== null) methods.push(table.method);
  }
  for (const table of variables) {
    if (table === searched || methods.includes(table.method)) continue;
    if (table.findVariable(path) !== null) methods.push(table.method);
  }
  return methods;
}

/** Returns the methods that are served, as `Allow` lists them: `HEAD` is added after `GET`. */
export function withHead(methods: readonly string[]): readonly string[] {
  const at = methods.indexOf('GET');
  return at === -1 || methods.includes('HEAD') ? methods : methods.toSpliced(at + 1, 0, 'HEAD');
}
