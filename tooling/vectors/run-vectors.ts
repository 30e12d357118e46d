import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { comparable as comparableByDefault } from './comparable.js';
import { names, readDeviations, unknownRows } from './deviations.js';
import { type AnsweredRow, expectRecorded, expectReference } from './expect-answer.js';
import { answerFor, readAnswers } from './recorded-answers.js';
import { Recorder } from './recorder.js';

/** A row of a vector file. */
export interface VectorRow {
  readonly id: string;
}

/** How the rows of a vector file are answered. */
export interface VectorRun<R extends VectorRow, S> {
  /** The name of the vector file and of the file of our recorded answers. */
  readonly file: string;
  /** The tables of deviations that apply to the rows. Default: the one with the same name. */
  readonly tables?: readonly string[];
  /** Where the rows are, from the test file. Default: `./fixtures/<file>.json`. */
  readonly fixture?: string;
  /** The rows to run. Default: all of them. */
  readonly rows?: (row: R) => boolean;
  /** The subjects that answer, by name: each of them runs each row. */
  readonly subjects: Readonly<Record<string, S>>;
  /** Returns our answer: JSON values, with an error as its mark (`errorMark`). */
  readonly ours: (row: R, subject: S) => unknown;
  /** Returns the answers of the reference implementations by name. */
  readonly references: (row: R) => Readonly<Record<string, unknown>>;
  /** Our answer as it is compared with a reference. Default: `comparable`. */
  readonly comparable?: (ours: unknown, row: R) => unknown;
}

/**
 * Runs a vector file as tests. A row that `docs/deviations/<file>.json` does not list equals the reference; a listed one
 * equals our own answer in `docs/deviations/answers/<file>.json`, in full. `UPDATE_DEVIATIONS=1` records the answers.
 */
export function runVectors<R extends VectorRow, S>(run: VectorRun<R, S>): void {
  const { file, tables = [file], comparable = comparableByDefault } = run;
  const { fixture = `./fixtures/${file}.json` } = run;
  const rows = readRows(fixture) as readonly R[];
  const ids = rows.map(({ id }) => id);
  const table = tables.flatMap(readDeviations);
  const answers = readAnswers(file);
  const subjects = Object.entries(run.subjects);
  const recorder = process.env['UPDATE_DEVIATIONS'] === undefined ? null : new Recorder(file, ids);

  describe.each(subjects)(`the vectors of ${file} on %s`, (name, subject) => {
    it.each(rows.filter(run.rows ?? (() => true)))('$id', async (row) => {
      const ours = await run.ours(row, subject);
      const answered: AnsweredRow = {
        ours,
        comparable: comparable(ours, row),
        references: run.references(row),
        deviation: table.find((deviation) => names(deviation, row.id)),
      };
      expectReference(answered);
      if (recorder === null) expectRecorded(answered, answerFor(answers, row.id, name));
      else recorder.record(row.id, name, answered);
    });
  });

  it(`the vectors of ${file} have every row of the table of deviations, once`, () => {
    expect(unknownRows(table, ids)).toEqual([]);
  });

  it(`the vectors of ${file} have every row of the recorded answers`, () => {
    expect(Object.keys(answers).filter((id) => !ids.includes(id))).toEqual([]);
  });

  if (recorder !== null) {
    afterAll(() => {
      recorder.save(subjects.length);
    });
  }
}

function readRows(fixture: string): unknown {
  const test = `file://${expect.getState().testPath ?? ''}`;
  return JSON.parse(readFileSync(new URL(fixture, test), 'utf8'));
}
