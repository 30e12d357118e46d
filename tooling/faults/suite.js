import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jestExpect } from '@jest/expect';
import { addEventHandler, getState, resetState, run, setState } from 'jest-circus';

const switches = globalThis.__faults;
/** The suite that runs now. */
let running;

/** The tests of one file, loaded once, which can run again and again. */
export class Suite {
  #state;
  #path;
  #modes;
  #shared = new Set();
  #stopped = false;
  #report;

  /** In the order of the file. */
  tests;
  /** What failed in the last run: a test, or text of an error that belongs to none. */
  failure = null;

  constructor(state, path) {
    this.#state = state;
    this.#path = path;
    this.tests = [...testsOf(state.rootDescribeBlock)];
    this.#modes = this.tests.map(({ mode }) => mode);
    for (const test of this.tests) test.timeout ??= 60_000;
  }

  static async load(url) {
    resetState();
    jestExpect.setState({ testPath: fileURLToPath(url) });
    await import(url);
    return new Suite(getState(), fileURLToPath(url));
  }

  /** Runs the tests with these indexes up to the first failure. */
  async run(indexes, stopAtFailure = true) {
    const chosen = new Set(indexes);
    for (const [index, test] of this.tests.entries()) {
      test.mode = chosen.has(index) ? this.#modes[index] : 'skip';
      test.errors = [];
    }
    this.#state.unhandledErrors = [];
    this.#state.hasStarted = false;
    this.failure = null;
    this.#stopped = !stopAtFailure;
    setState(this.#state);
    jestExpect.setState({ testPath: this.#path });
    running = this;
    await run();
    // An error of a promise that nothing awaited arrives in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    running = undefined;
    const [error] = this.#state.unhandledErrors;
    if (error !== undefined) this.fail(String(error));
    return this.failure;
  }

  /**
   * Runs every test without a fault.
   *
   * @param report the file where programs that a test starts say what they reach
   * @returns for each test its duration, the faults that it reaches, whether it fails
   */
  async measure(report) {
    this.#report = report;
    switches.reached.fill(0);
    const all = this.tests.map((_, index) => index);
    for (const test of this.tests) test.reached = [];
    await this.run(all, false);
    this.#take(this.#shared);
    this.#report = undefined;
    return this.tests.map((test) => {
      return {
        milliseconds: test.duration ?? 0,
        reached: [...new Set([...test.reached, ...this.#shared])],
        failed: test.errors.length > 0,
        name: test.name,
      };
    });
  }

  fail(what) {
    this.failure ??= what;
    if (this.#stopped) return;
    this.#stopped = true;
    for (const test of this.tests) test.mode = 'skip';
  }

  started() {
    this.#take(this.#shared);
  }

  done(test) {
    test.errors.push(...jestExpect.extractExpectedAssertionsErrors());
    test.reached = this.#take(new Set());
    if (test.errors.length > 0) this.fail(test);
  }

  /** Moves what was reached since the last time into `faults`. */
  #take(faults) {
    const { reached } = switches;
    for (let id = reached.indexOf(1); id !== -1; id = reached.indexOf(1, id + 1)) faults.add(id);
    reached.fill(0);
    if (this.#report !== undefined && existsSync(this.#report)) {
      for (const id of readFileSync(this.#report, 'utf8').trim().split('\n'))
        faults.add(Number(id));
      rmSync(this.#report);
    }
    return faults;
  }
}

addEventHandler(({ name, test }) => {
  if (name === 'test_start') running?.started();
  if (name === 'test_done') running?.done(test);
});
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => running?.fail(String(error)));
}

function* testsOf(block) {
  for (const child of block.children) {
    if (child.type === 'test') yield child;
    else yield* testsOf(child);
  }
}
