/**
 * Runs tests of a package for its parent, once: without a fault to learn what each test reaches, or with the fault of
 * `MORTISE_FAULT` up to the first failure. The parent ends this process after its answer.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jestExpect } from '@jest/expect';
import { addEventHandler, getState, resetState, run } from 'jest-circus';

const { reached } = globalThis.__faults;
/** The file where programs that a test starts say what they reach. */
const report = process.env.MORTISE_FAULTS_REPORT;
/** Reached between the tests of a file: by its hooks. */
const shared = new Set();
let onFailure = () => undefined;

addEventHandler(({ name, test }) => {
  if (name === 'test_start') take(shared);
  if (name !== 'test_done') return;
  test.errors.push(...jestExpect.extractExpectedAssertionsErrors());
  test.reached = take(new Set());
  if (test.errors.length > 0) onFailure();
});
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, () => onFailure());
// The parent ended: so do this process and the programs that a test started.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.once('message', async ({ files, chosen }) => {
  const answer = chosen === undefined ? measure(files) : attempt(chosen);
  process.send(await answer.catch((error) => ({ noticed: true, error: String(error.stack) })));
});

/** What loading reaches, and for each test of each file its duration, what it reaches, and whether it fails. */
async function measure(files) {
  process.env.MORTISE_FAULTS_REACHED = report;
  const whileLoading = new Set();
  const tests = [];
  let loading = 0;
  for (const file of files) {
    const started = performance.now();
    // A file that does not load here, such as one that mocks a module, counts as a test that fails.
    const all = await load(file).catch((error) => [{ name: 'the file loads', errors: [error] }]);
    loading += performance.now() - started;
    take(whileLoading);
    await run();
    take(shared);
    tests.push(all.map((test) => measured(test)));
    shared.clear();
  }
  return { loading, reached: [...whileLoading], tests };
}

function measured({ name, duration, errors, reached: own = [] }) {
  return {
    ...{ name, milliseconds: duration ?? 0, failed: errors.length > 0 },
    reached: [...new Set([...own, ...shared])],
  };
}

/** `chosen` has the URL of each file, with the timeouts of those of its tests that run, by their indexes. */
async function attempt(chosen) {
  let noticed = false;
  for (const [file, timeouts] of chosen) {
    const all = await load(file);
    for (const [index, test] of all.entries()) {
      if (index in timeouts) test.timeout = timeouts[index];
      else test.mode = 'skip';
    }
    onFailure = () => {
      noticed = true;
      for (const test of all) test.mode = 'skip';
    };
    await run();
    // An error of a promise that nothing awaited arrives in the next turn.
    await setImmediate();
    if (noticed || getState().unhandledErrors.length > 0) return { noticed: true };
  }
  return { noticed: false };
}

async function load(file) {
  resetState();
  jestExpect.setState({ testPath: fileURLToPath(file) });
  await import(file);
  const tests = [...testsOf(getState().rootDescribeBlock)];
  for (const test of tests) test.timeout ??= 60_000;
  return tests;
}

/** Moves what was reached since the last time into `faults`. */
function take(faults) {
  for (let id = reached.indexOf(1); id !== -1; id = reached.indexOf(1, id + 1)) faults.add(id);
  reached.fill(0);
  if (existsSync(report)) {
    for (const id of readFileSync(report, 'utf8').trim().split('\n')) faults.add(Number(id));
    rmSync(report);
  }
  return faults;
}

function* testsOf(block) {
  for (const child of block.children) {
    if (child.type === 'test') yield child;
    else yield* testsOf(child);
  }
}
