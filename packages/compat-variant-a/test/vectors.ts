import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';

interface Row {
  readonly id: string;
}

interface Deviation {
  readonly rows: readonly string[];
  /** The parts of an answer that differ; all others hold. Without it, anything may. */
  readonly only?: readonly string[];
}

/** The rows of a vector file, and which of them stand in the table of deviations. */
export function vectors<R extends Row>(file: string) {
  const rows = read(`./fixtures/${file}.json`) as readonly R[];
  const table = read(`../../../docs/deviations/${file}.json`) as readonly Deviation[];
  const deviationOf = ({ id }: R) =>
    table.find((deviation) => deviation.rows.some((pattern) => matches(id, pattern)));
  return {
    holding: rows.filter((row) => deviationOf(row) === undefined),
    deviating: rows.flatMap((row) => {
      const deviation = deviationOf(row);
      return deviation === undefined ? [] : [{ ...row, only: deviation.only ?? null }];
    }),
    /** Listed, though no row has that name. */
    unknown: table
      .flatMap((deviation) => deviation.rows)
      .filter((pattern) => !rows.some(({ id }) => matches(id, pattern))),
  };
}

function matches(id: string, pattern: string): boolean {
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

function read(path: string): unknown {
  const test = `file://${expect.getState().testPath ?? ''}`;
  return JSON.parse(readFileSync(new URL(path, test), 'utf8'));
}
