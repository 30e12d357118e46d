import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';

interface Row {
  readonly id: string;
}

/** The rows of a vector file, and which of them stand in the table of deviations. */
export function vectors<R extends Row>(file: string) {
  const rows = read(`./fixtures/${file}.json`) as readonly R[];
  const table = read(`../../../docs/deviations/${file}.json`) as readonly {
    readonly rows: readonly string[];
  }[];
  const deviations = table.flatMap((deviation) => deviation.rows);
  const deviates = ({ id }: R) => deviations.some((pattern) => matches(id, pattern));
  return {
    holding: rows.filter((row) => !deviates(row)),
    deviating: rows.filter(deviates),
    /** Listed, though no row has that name. */
    unknown: deviations.filter((pattern) => !rows.some(({ id }) => matches(id, pattern))),
  };
}

function matches(id: string, pattern: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

function read(path: string): unknown {
  const test = `file://${expect.getState().testPath ?? ''}`;
  return JSON.parse(readFileSync(new URL(path, test), 'utf8'));
}
