import type { MethodTable } from './routes-of-one-method.js';

/**
 * Returns the methods of the routes that match a path, for `Allow`; {@link withHead} adds `HEAD`. Methods of routes
 * without placeholders come first; each group is in registration order. `[]` if no route matches.
 *
 * @param statics the tables that have routes without placeholders
 * @param variables the tables that have routes with placeholders
 * @param searched a table to skip, because it is known not to match; `null` for none
 */
export function allowedMethods(
  path: string,
  statics: readonly MethodTable<unknown>[],
  variables: readonly MethodTable<unknown>[],
  searched: MethodTable<unknown> | null,
): readonly string[] {
  const methods: string[] = [];
  for (const table of statics) {
    if (table === searched || methods.includes(table.method)) continue;
    if (table.findStatic(path) !== null) methods.push(table.method);
  }
  for (const table of variables) {
    if (table === searched || methods.includes(table.method)) continue;
    if (table.findVariable(path) !== null) methods.push(table.method);
  }
  return methods;
}

/** Returns the methods as `Allow` lists them: adds `HEAD` after `GET` if it is missing. */
export function withHead(methods: readonly string[]): readonly string[] {
  const at = methods.indexOf('GET');
  return at === -1 || methods.includes('HEAD') ? methods : methods.toSpliced(at + 1, 0, 'HEAD');
}
