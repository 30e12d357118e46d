import { readFileSync } from 'node:fs';

/** An entry of `docs/deviations/<file>.json`: rows that we answer differently from the reference. */
export interface Deviation {
  /** Ids of rows; an id that ends with `*` matches all rows with that prefix. */
  readonly rows: readonly string[];
  /** What we do instead. */
  readonly instead: string;
  readonly why: string;
  /** If references disagree, the one that we agree with in full. Absent: we agree with none. */
  readonly like?: string;
  /** Parts of the answer that differ; all others equal the reference. Absent: any part can differ. */
  readonly only?: readonly string[];
}

const folder = new URL('../../docs/deviations/', import.meta.url);

/** Reads the deviations from `file`, in the order of the page. */
export function readDeviations(file: string): readonly Deviation[] {
  return JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8')) as Deviation[];
}

/** Whether a deviation matches the row `id`. */
export function names({ rows }: Deviation, id: string): boolean {
  return rows.some((pattern) => matches(id, pattern));
}

/** Returns the patterns that match no row of `ids`, and those that match a row of an earlier pattern. */
export function unknownRows(table: readonly Deviation[], ids: readonly string[]): string[] {
  const left = new Set(ids);
  return table
    .flatMap(({ rows }) => rows)
    .filter((pattern) => {
      const named = [...left].filter((id) => matches(id, pattern));
      for (const id of named) left.delete(id);
      return named.length === 0;
    });
}

function matches(id: string, pattern: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}
