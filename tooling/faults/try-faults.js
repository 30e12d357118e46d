import { fileURLToPath } from 'node:url';
import { WorkerProcess } from './worker-process.js';

/** Milliseconds below which a test runs before all others. */
const QUICK = 30;

/** Milliseconds for starting a process and loading all tests. */
const LOADING = 60_000;

/** Milliseconds that a test has in addition to five times what it takes without a fault. */
const PATIENCE = 3000;

/**
 * Runs for each fault the tests that reach its place, the fastest first, up to the first that fails.
 *
 * A fault that is reached while modules load, or that nothing noticed (a module may have kept what it made before the
 * fault was there), is tried again in a new process. So is one with which the tests hung or ended the process, since a
 * busy machine can do that too; only the second time counts.
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
  const worker = new WorkerProcess(env);
  const measured = await measure(worker);
  const failing = measured.tests.flatMap((tests, file) =>
    tests
      .filter(({ failed }) => failed)
      .map(({ name }) => `${fileURLToPath(files[file])}: ${name}`),
  );
  const timeouts = measured.tests.map((tests) =>
    tests.map(({ milliseconds }) => patience + 5 * milliseconds),
  );
  const whileLoading = new Set(measured.reached);
  const results = [];
  for (const fault of faults) {
    const result = { fault, noticed: false, hung: false, ...(await tryOne(fault)) };
    results.push(result);
    onResult(result);
  }
  worker.end();
  return { results, failing };

  async function tryOne(fault) {
    const chosen = testsThatReach(fault.id);
    const isLoaded = whileLoading.has(fault.id);
    if (chosen.length === 0 && !isLoaded) return { reached: false };
    let hasHung = false;
    if (chosen.length > 0) {
      const message = { command: 'attempt', id: fault.id, tests: chosen, timeouts };
      await worker.ask({ command: 'load' }, LOADING);
      const answer = await worker.ask(message, limitOf(chosen));
      if (answer?.noticed && !answer.dirty) return { noticed: true, reached: true };
      hasHung = answer === undefined;
    }
    const again = isLoaded && !hasHung ? allTests() : chosen;
    const answer =
      (await tryFromStart(fault, again)) ??
      (hasHung ? undefined : await tryFromStart(fault, again));
    return { noticed: answer?.noticed ?? false, hung: answer === undefined, reached: true };
  }

  async function tryFromStart(fault, tests) {
    const started = new WorkerProcess({ ...env, MORTISE_FAULT: String(fault.id) });
    const message = { command: 'attemptFromStart', tests, timeouts };
    const answer = await started.ask(message, limitOf(tests) + 5 * measured.loading);
    started.end();
    return answer;
  }

  function testsThatReach(id) {
    return byFile(({ reached, failed }) => !failed && reached.has(id));
  }

  function allTests() {
    return byFile(({ failed }) => !failed);
  }

  /** `[file, indexes of its tests]`, the fastest first: slow tests of a file come after the quick ones of all files. */
  function byFile(takes) {
    return measured.tests
      .flatMap((tests, file) => {
        const indexes = [...tests.keys()].filter((index) => takes(tests[index]));
        const isQuick = (index) => tests[index].milliseconds < QUICK;
        return [indexes.filter(isQuick), indexes.filter((index) => !isQuick(index))].map(
          (part) => ({
            file,
            indexes: part,
            milliseconds: sum(part.map((index) => tests[index].milliseconds)),
          }),
        );
      })
      .filter(({ indexes }) => indexes.length > 0)
      .sort((one, other) => one.milliseconds - other.milliseconds)
      .map(({ file, indexes }) => [file, indexes]);
  }

  function limitOf(chosen) {
    const usual = chosen.map(([file, indexes]) =>
      sum(indexes.map((index) => measured.tests[file][index].milliseconds)),
    );
    return 2 * patience + 10 * sum(usual);
  }
}

async function measure(worker) {
  const measured = await worker.ask({ command: 'measure' }, 600_000);
  if (measured?.tests === undefined) {
    throw new Error(
      `The tests do not run without a fault: ${measured?.error ?? 'the process ended'}`,
    );
  }
  for (const test of measured.tests.flat()) test.reached = new Set(test.reached);
  return measured;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
