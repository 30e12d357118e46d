import { availableParallelism } from 'node:os';
import { jestConfig, TEST_TIMEOUT } from './tooling/jest/preset.js';

/** Packages and examples are one project: what many of them import is compiled once, not once for each. */
const workspace = {
  ...jestConfig(import.meta.url),
  displayName: 'workspace',
  roots: ['<rootDir>/packages', '<rootDir>/examples', '<rootDir>/tooling'],
  testMatch: [
    '<rootDir>/packages/*/{src,test}/**/*.test.ts',
    '<rootDir>/examples/*/test/**/*.test.ts',
    '<rootDir>/tooling/**/*.test.{js,ts}',
  ],
};

export default {
  globalSetup: '<rootDir>/tooling/jest/prepare.js',
  globalTeardown: '<rootDir>/tooling/jest/nothing-left-behind.js',
  // Two workers more than there are cores, since many tests wait; a worker whose heap has grown is replaced before its
  // next file. Little of what a test file loads outlives it: with the flags in `package.json`, V8 collects the old
  // generation from 400 MB on, instead of each time it has doubled, and the young one is larger than usual from the
  // start: what survives a small one is copied for nothing.
  maxWorkers: availableParallelism() + 2,
  workerIdleMemoryLimit: '500MB',
  testSequencer: '<rootDir>/tooling/jest/programs-first-sequencer.js',
  testTimeout: TEST_TIMEOUT,
  projects: [workspace],
  reporters: ['default', '<rootDir>/tooling/jest/count-reporter.js'],
};
