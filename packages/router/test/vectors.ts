import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';

interface Row {
  readonly id: string;
}

/** The rows of a fixture, divided by what its table of deviations says. */
export interface Vectors<R extends Row> {
  readonly holding: readonly R[];
  readonly deviating: readonly R[];
  /** What the table names and the fixture does not have. */
  readonly unknown: readonly string[];
}

/** Reads `test/fixtures/<name>.json` and `docs/deviations/<name>.json`. */
export function readVectors<R extends Row>(name: string): Vectors<R> {
  const rows = read(`fixtures/${name}.json`) as R[];
  const deviations = read(`../../../docs/deviations/${name}.json`) as { rows: string[] }[];
  const listed = new Set(deviations.flatMap((deviation) => deviation.rows));
  const ids = rows.map(({ id }) => id);
  return {
    holding: rows.filter(({ id }) => !listed.has(id)),
    deviating: rows.filter(({ id }) => listed.has(id)),
    unknown: [...listed].filter((id) => !ids.includes(id)),
  };
}

function read(path: string): unknown {
  const test = expect.getState().testPath ?? '';
  return JSON.parse(readFileSync(new URL(path, `file://${test}`), 'utf8'));
}
