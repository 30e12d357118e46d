import { plural } from '../plural.js';
import type { ImportState } from './import-operations.js';

/** What became of the lines of an import: `3 books added, 1 line refused`. Other lines are empty, or continue a record, or name columns. */
export function importResult({
  added,
  refusedLines,
}: Pick<ImportState, 'added' | 'refusedLines'>): string {
  const books = `${added || 'no'} ${plural(added, 'book')} added`;
  return refusedLines === 0
    ? books
    : `${books}, ${refusedLines} ${plural(refusedLines, 'line')} refused`;
}
