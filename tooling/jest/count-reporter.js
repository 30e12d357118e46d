/**
 * Prints one plain closing line, `N passed, N failed, N skipped`, that any CI can read: at exit,
 * since Jest adds its own summary after all reporters.
 */
export default class CountReporter {
  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites },
  ) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const skipped = numPendingTests + numTodoTests;
    process.once('exit', () => {
      console.log(`${numPassedTests} passed, ${failed} failed, ${skipped} skipped`);
    });
  }
}
