import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Our own answers by the id of the row. */
export type Answers = Readonly<Record<string, unknown>>;

/** An answer for each implementation, if they differ. */
export interface EachAnswer {
  readonly $each: Answers;
}

const folder = new URL('../../docs/deviations/answers/', import.meta.url);

/** The mark of an error, split into lines. */
const ERROR_MARK = /\{\s+("\$error": "[^"]*")\s+\}/g;

/** Reads `docs/deviations/answers/<file>.json`; empty if there is no such file. */
export function readAnswers(file: string): Answers {
  const url = urlOf(file);
  return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as Answers) : {};
}

/** Writes the answers, sorted by id, one value per line, so that a diff shows which answer changed. */
export function writeAnswers(file: string, answers: Answers): void {
  const sorted = Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1));
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(Object.fromEntries(sorted), null, 2);
  writeFileSync(urlOf(file), `${text.replaceAll(ERROR_MARK, '{ $1 }')}\n`);
}

/** Returns the answer recorded for one implementation; undefined if there is none. */
export function answerFor(answers: Answers, id: string, subject: string): unknown {
  const answer = answers[id];
  const isEach = typeof answer === 'object' && answer !== null && '$each' in answer;
  return isEach ? (answer as EachAnswer).$each[subject] : answer;
}

function urlOf(file: string): URL {
  return new URL(`${file}.json`, folder);
}
