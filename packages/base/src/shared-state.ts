/**
 * Returns what all copies of this package in a program share: published files of other packages contain copies of it.
 *
 * @param key a registered symbol; another shape of the state needs another one, since copies of several releases can meet
 * @param create called once for a program
 */
export function sharedState<T>(key: symbol, create: () => T): T {
  const all = globalThis as { [key: symbol]: unknown };
  return (all[key] ??= create()) as T;
}
