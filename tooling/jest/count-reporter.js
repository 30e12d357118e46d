/** Prints one plain closing line, `N passed, N failed, N skipped`, that any CI can read. */
export default class CountReporter {
  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites },
  ) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    console.log(
      `${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`,
    );
  }
}
