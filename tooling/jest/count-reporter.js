import { writeSync } from 'node:fs';

/**
 * Prints one plain closing line, `N passed, N failed, N skipped`, that any CI can read: at exit, since Jest adds its own
 * summary after all reporters, and to the file itself, since Jest mutes `console` when its teardown has failed.
 */
export default class CountReporter {
  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites },
  ) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const skipped = numPendingTests + numTodoTests;
    process.once('exit', () => {
      writeSync(1, `${numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
    });
  }
}
