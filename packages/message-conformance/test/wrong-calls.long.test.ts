import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import {
  type ConformanceCase,
  conformanceCases,
  ContractViolation,
} from '@mortise/message-conformance';
import { createFileAccess } from '@mortise/message-conformance/node';
import { createTemporaryStorage, factories } from '@mortise/message-plain/node';
import { type Implementation, observed } from './wrong-calls/observed.js';
import { again, outcomeOf, settled } from './wrong-calls/outcome.js';
import { valuesOf } from './wrong-calls/values.js';
import { type WrongCall, wrongCallsOf } from './wrong-calls/ways.js';

/** Of the calls of one member that are wrong in one way, at most this many are tried ... */
const TRIED = 12;
/** ... and fewer by a rule of many calls: in all of its runs for them, it makes about this many. */
const TRIED_CALLS = 2000;

const folder = mkdtempSync(join(tmpdir(), 'wrong-calls-'));
const files = createFileAccess();
afterAll(() => {
  files.remove();
  rmSync(folder, { recursive: true });
});

/** With a folder of its own for temporary files, of which the kit looks at all. */
function sound(): Implementation {
  const own = mkdtempSync(join(folder, 'storage-'));
  return { factories, files, temporaryStorage: createTemporaryStorage({ folder: own }) };
}

const contracts = new Set(casesOf(sound()).map(({ contract }) => contract));

// Each rule is run with one call of the implementation made wrong, for each call and each way. A check that is dropped
// or says something else changes the sentences; a value that is not tried any more, the number of calls or the values
// that they receive. If you change a rule, read the difference, and write it with `npm test -- -u packages/message-conformance`.
it.each([...contracts])(
  'the kit reports each wrong call in the same words: %s',
  async (contract) => {
    const rules = rulesOf(casesOf(sound()).filter((each) => each.contract === contract));
    expect(`\n${(await Promise.all(rules.map(reportOf))).join('\n')}\n`).toMatchSnapshot();
  },
);

interface Rule {
  readonly title: string;
  readonly case: ConformanceCase;
}

function casesOf({ factories, ...capabilities }: Implementation): readonly ConformanceCase[] {
  return conformanceCases(factories, capabilities);
}

/** Each rule once, with its first case, and all its subjects in the title. */
function rulesOf(cases: readonly ConformanceCase[]): readonly Rule[] {
  const rules = new Map<string, Rule>();
  for (const each of cases) {
    const [, name = each.name, subject = ''] = /^(.*) \(([^)]*)\)$/.exec(each.name) ?? [];
    const known = rules.get(name);
    const title =
      known === undefined ? `${name} (${subject})` : `${known.title.slice(0, -1)}, ${subject})`;
    rules.set(name, { title, case: known?.case ?? each });
  }
  return [...rules.values()];
}

/** The number of calls that the rule makes, their values, and each violation with the number of wrong calls that it reports. */
async function reportOf({ title, case: { contract, name } }: Rule): Promise<string> {
  const run = (implementation: Implementation) =>
    casesOf(implementation)
      .find((each) => each.contract === contract && each.name === name)
      ?.run();
  const found: WrongCall[] = [];
  const args: unknown[] = [];
  await run(recorded(found, args));
  const values = valuesOf(args);
  const calls = new Set(found.map(({ at }) => at)).size;
  const attempts = tried(found, calls).map(
    (wrong) => () => violationOf(() => run(withWrongCall(wrong))),
  );
  // Of lifetimes one after another: their cases listen to the whole process.
  const sentences: (string | null)[] = [];
  if (contract === 'lifetime') for (const attempt of attempts) sentences.push(await attempt());
  else sentences.push(...(await Promise.all(attempts.map((attempt) => attempt()))));
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    if (sentence !== null) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  const lines = [...counts].map(([sentence, count]) => `  ${count} ${sentence}`);
  return [
    `${title}: ${calls} calls`,
    ...(values === '' ? [] : [`  with ${values}`]),
    ...lines,
  ].join('\n');
}

function recorded(found: WrongCall[], args: unknown[]): Implementation {
  return observed(sound(), (call) => {
    args.push(...call.args);
    const outcome = outcomeOf(call.act);
    if (outcome.result instanceof Promise) {
      void settled(outcome.result).then((end) => {
        found.push(...wrongCallsOf(call, end, true));
      });
    } else found.push(...wrongCallsOf(call, outcome, false));
    return again(outcome);
  });
}

function withWrongCall(wrong: WrongCall): Implementation {
  return observed(sound(), ({ at, act }) => (at === wrong.at ? wrong.instead(act) : act()));
}

/** A part of the wrong calls, in order: of each kind some that are evenly spaced, the first one included. */
function tried(found: readonly WrongCall[], calls: number): readonly WrongCall[] {
  const most = Math.min(TRIED, Math.ceil(TRIED_CALLS / calls));
  const kinds = new Map<string, WrongCall[]>();
  for (const wrong of [...found].sort((one, other) => one.at - other.at)) {
    const kind = `${wrong.member} ${wrong.name}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), wrong]);
  }
  return [...kinds.values()].flatMap((kind) => {
    const step = Math.ceil(kind.length / most);
    return kind.filter((_, at) => at % step === 0);
  });
}

async function violationOf(run: () => unknown): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    return withoutValues(error.message);
  }
}

function withoutValues(sentence: string): string {
  return sentence
    .replace(/^(unexpected error): [^]*/, '$1')
    .replace(/"(?:[^"\\]|\\.)*"/g, '"..."')
    .replace(/\{[^]*\}/g, '{...}')
    .replace(/\[[^]*\]/g, '[...]')
    .replace(/\d+/g, 'N');
}
