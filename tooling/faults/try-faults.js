import { fileURLToPath } from 'node:url';
import { askWorker } from './worker-process.js';

/** Milliseconds that a test has in addition to five times what it takes without a fault. */
const PATIENCE = 3000;

/**
 * Runs for each fault the tests that reach its place, the fastest first, up to the first that fails; all tests for a fault
 * that is reached while modules load: if a test loads a module, later tests have it, too. Each fault has a process of its own, and a second one if the tests hung or ended the
 * first, since a busy machine can do that too.
 *
 * @param options `onResult` receives each result as soon as it is known
 * @returns `results` in the order of `faults`, each `noticed` by a failing test, `hung`, or neither; and the tests that
 * are `failing` without a fault: they are not used
 */
export async function tryFaults(
  { env, tests: files },
  faults,
  { patience = PATIENCE, onResult = () => undefined } = {},
) {
  const measured = await askWorker(env, { files }, 600_000);
  if (measured?.tests === undefined)
    throw new Error(
      `The tests do not run without a fault: ${measured?.error ?? 'the process ended'}`,
    );
  const whileLoading = new Set(measured.reached);
  const all = measured.tests.flatMap((tests, at) =>
    tests.map((test, index) => ({ ...test, file: files[at], index })),
  );
  for (const test of all) test.reached = new Set(test.reached);
  const used = all.filter(({ failed }) => !failed);
  const failing = all
    .filter(({ failed }) => failed)
    .map(({ file, name }) => `${fileURLToPath(file)}: ${name}`);
  const results = [];
  for (const fault of faults) {
    const result = { fault, ...(await tryOne(fault)) };
    results.push(result);
    onResult(result);
  }
  return { results, failing };

  async function tryOne({ id, runsOnce }) {
    const reaching = used.filter(({ reached }) => reached.has(id));
    const isReached = whileLoading.has(id) || reaching.length > 0;
    const tests = whileLoading.has(id) || (runsOnce && isReached) ? used : reaching;
    if (tests.length === 0) return { noticed: false, hung: false, reached: isReached };
    const usual = tests.reduce((sum, { milliseconds }) => sum + milliseconds, measured.loading);
    const faulty = { ...env, MORTISE_FAULT: String(id) };
    const ask = () => askWorker(faulty, { chosen: byFile(tests) }, 2 * patience + 10 * usual);
    const answer = (await ask()) ?? (await ask());
    return { noticed: answer?.noticed ?? false, hung: answer === undefined, reached: true };
  }

  /** Files with the timeouts of their tests, by index; the fastest file first. */
  function byFile(tests) {
    const files = new Map();
    for (const { file, index, milliseconds } of tests) {
      const chosen = files.get(file) ?? { timeouts: {}, sum: 0 };
      chosen.timeouts[index] = patience + 5 * milliseconds;
      chosen.sum += milliseconds;
      files.set(file, chosen);
    }
    const sorted = [...files].sort(([, one], [, other]) => one.sum - other.sum);
    return sorted.map(([file, { timeouts }]) => [file, timeouts]);
  }
}
