import { expect } from '@jest/globals';
import { type AnsweredRow, needsRecord } from './expect-answer.js';
import { type Answers, readAnswers, writeAnswers } from './recorded-answers.js';

/** Collects the answers of one run and writes them to `docs/deviations/answers`. */
export class Recorder {
  readonly #file: string;
  readonly #ids: readonly string[];
  readonly #answered = new Map<string, Map<string, AnsweredRow>>();

  /** @param ids every row of the vector file: recorded answers of other rows are removed */
  constructor(file: string, ids: readonly string[]) {
    this.#file = file;
    this.#ids = ids;
  }

  record(id: string, subject: string, row: AnsweredRow): void {
    expect(JSON.parse(JSON.stringify(row.ours))).toEqual(row.ours);
    const answered = this.#answered.get(id) ?? new Map<string, AnsweredRow>();
    this.#answered.set(id, answered.set(subject, row));
  }

  /** Writes the rows that all `subjects` answered; the others keep their recorded answers. */
  save(subjects: number): void {
    writeAnswers(this.#file, this.answers(readAnswers(this.#file), subjects));
  }

  /** Returns the answers recorded `before` with those of this run. */
  answers(before: Answers, subjects: number): Answers {
    const kept = Object.entries(before).filter(([id]) => this.#ids.includes(id));
    const answers = new Map<string, unknown>(kept);
    for (const [id, answered] of this.#answered) {
      if (answered.size < subjects) continue;
      const rows = [...answered];
      if (rows.some(([, row]) => needsRecord(row))) answers.set(id, merged(rows));
      else answers.delete(id);
    }
    return Object.fromEntries(answers);
  }
}

/** One answer for all implementations, or one each if they differ. */
function merged(rows: readonly (readonly [subject: string, row: AnsweredRow])[]): unknown {
  const answers: Answers = Object.fromEntries(rows.map(([subject, { ours }]) => [subject, ours]));
  const texts = new Set(Object.values(answers).map((answer) => JSON.stringify(answer)));
  return texts.size === 1 ? Object.values(answers)[0] : { $each: answers };
}
