import { expect, it } from '@jest/globals';
import { ContractViolation, type StoreCase, storeCases, storeFaultCases } from '../src/index.js';
import { caseNamed } from './mutant.js';
import { textOf, type Watch, watched, watchedServer } from './wrong-calls/watched.js';
import { type End, type MethodName, type Way, waysOf } from './wrong-calls/ways.js';

/** Of equal calls in a row, at most this many are made wrong. */
const TRIED = 2;

// Each rule is run with one call of the store made wrong, for each call and each way. A check that is dropped or says
// something else changes the sentences; another value or order, the calls. If you change a rule, read the difference,
// and write it with `npm test -- -u packages/store-conformance`.
it.each(casesOf(({ act }) => act()).map(({ name }) => name))(
  'the kit makes these calls, and reports each wrong one in the same words: %s',
  async (name) => {
    expect(`\n${(await reportOf(name)).join('\n')}\n`).toMatchSnapshot();
  },
);

/** How the call with a number ended, or, of equal ones in a row, one of them. */
interface Ended {
  readonly at: number;
  readonly count: number;
  readonly method: MethodName;
  readonly end: End;
}

/** The calls of a rule, and each violation with the number of wrong calls that it reports. */
async function reportOf(name: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const counts: number[] = [];
  const ended: Ended[] = [];
  const outcome = await run(name, async ({ method, args, act }, at, count) => {
    lines[at] ??= textOf(method, args);
    counts[at] = count + 1;
    try {
      const result = await act();
      ended.push({ at, count, method, end: { result } });
      return result;
    } catch (error) {
      ended.push({ at, count, method, end: { error } });
      throw error;
    }
  });
  const calls = lines.map((line, at) => (counts[at] === 1 ? line : `${line}: ${counts[at]} times`));
  const attempts = ended
    .filter(({ count }) => count < TRIED)
    .flatMap(({ at, count, method, end }) =>
      waysOf(method, end).map((way) => run(name, withWrongCall(at, count, way))),
    );
  return [...[...calls, outcome].map(withoutChance), ...counted(await Promise.all(attempts))];
}

function withWrongCall(wrong: number, which: number, way: Way): Watch {
  return (call, at, count) => (at === wrong && count === which ? way(call) : call.act());
}

/** @returns what the rule says */
async function run(name: string, watch: Watch): Promise<string> {
  try {
    await caseNamed(casesOf(watch), name).run();
    return 'passes';
  } catch (error) {
    return error instanceof ContractViolation ? error.message : String(error);
  }
}

function casesOf(watch: Watch): readonly StoreCase[] {
  return [
    ...storeCases(() => watched(watch)),
    ...storeFaultCases(() => Promise.resolve(watchedServer(watch))),
  ];
}

function counted(sentences: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences.map(withoutChance)) {
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return [...counts].map(([sentence, count]) => `  ${count} ${sentence}`);
}

/** Versions and keys have other characters in each run. */
function withoutChance(sentence: string): string {
  return sentence
    .replace(/case-[\da-f-]{36}/g, 'KEY')
    .replace(/(?!a{10})[\da-f]{10}(?=x|é|\b)/g, 'PART')
    .replace(/"(?!z{12}|a{12}|writer)[\w-]{12}"/g, '"VERSION"')
    .replace(/"(?:[^"\\]|\\.){100,}"/g, '"..."')
    .replace(/\[(?:\d+,){20,}\d+\]/g, '[...]');
}
