import TestRunner from 'jest-runner';

/**
 * Runs a project's test files one after another, in one worker, while no other project runs: for suites that start an
 * embedded PostgreSQL (800 MB) or a browser each.
 */
export default class OneWorkerRunner extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: 1 }, context);
  }
}
