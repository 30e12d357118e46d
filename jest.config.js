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
  // next file. The limit of the heap in `package.json` is far from what a test needs: below 2 GB, V8 collects before a
  // heap has doubled, and not when it is four times as large. The young generation is larger than usual from the start:
  // what a test file loads survives small ones, and is copied for nothing.
  maxWorkers: availableParallelism() + 2,
  workerIdleMemoryLimit: '250MB',
  testSequencer: '<rootDir>/tooling/jest/programs-first-sequencer.js',
  testTimeout: TEST_TIMEOUT,
  projects: [workspace],
  reporters: ['default', '<rootDir>/tooling/jest/count-reporter.js'],
};
