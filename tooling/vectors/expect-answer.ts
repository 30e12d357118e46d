import { expect } from '@jest/globals';
import { holdsError } from './comparable.js';
import type { Deviation } from './deviations.js';

/** A row with its answer. */
export interface AnsweredRow {
  /** Our answer in full. */
  readonly ours: unknown;
  /** Our answer in the form in which references are compared. */
  readonly comparable: unknown;
  /** The answers of the reference implementations by name, one or more. */
  readonly references: Readonly<Record<string, unknown>>;
  readonly deviation: Deviation | undefined;
}

/**
 * Checks our answer against the references: equal to all of them if the row is not listed, to the one named by `like`,
 * or to none of them.
 */
export function expectReference(row: AnsweredRow): void {
  const { comparable, references, deviation } = row;
  const agreeing = Object.keys(references).filter((name) => equal(comparable, references[name]));
  if (deviation === undefined) {
    for (const [name, reference] of Object.entries(references)) {
      expect({ [name]: comparable }).toEqual({ [name]: reference });
    }
    return;
  }
  if (agreeing.length === Object.keys(references).length) {
    throw new Error(
      'the row is listed as a deviation, but our answer equals every reference; remove it from the list',
    );
  }
  const { like, only } = deviation;
  if (like !== undefined) expect({ [like]: comparable }).toEqual({ [like]: references[like] });
  else expect({ agreeing, ours: comparable }).toEqual({ agreeing: [], ours: comparable });
  if (only !== undefined) {
    const [reference] = Object.values(references);
    expect(without(only, comparable)).toEqual(without(only, reference));
  }
}

/**
 * Whether the answer has to be recorded in full: it agrees with no reference, or it contains errors, whose classes and
 * codes no reference has.
 */
export function needsRecord({ ours, deviation }: AnsweredRow): boolean {
  return (deviation !== undefined && deviation.like === undefined) || holdsError(ours);
}

/** Checks our answer against the recorded one, `undefined` if there is none. */
export function expectRecorded(row: AnsweredRow, recorded: unknown): void {
  if (needsRecord(row)) {
    if (recorded === undefined)
      throw new Error('our own answer is not recorded; see docs/deviations/README.md');
    expect(row.ours).toEqual(recorded);
  } else if (recorded !== undefined) {
    throw new Error(
      'an answer is recorded for a row that a reference decides; see docs/deviations/README.md',
    );
  }
}

/** Whether `toEqual` would pass, without the report of the difference, which takes most of its time. */
function equal(left: unknown, right: unknown): boolean {
  return expect.objectContaining({ answer: right }).asymmetricMatch({ answer: left });
}

function without(names: readonly string[], answer: unknown): object {
  return Object.fromEntries(
    Object.entries(answer as object).filter(([name]) => !names.includes(name)),
  );
}
