import { availableParallelism } from 'node:os';
import { jestConfig, TEST_TIMEOUT } from './tooling/jest/preset.js';

/** The packages are one project: what many of them import is compiled once, not once for each. */
const packages = {
  ...jestConfig(import.meta.url),
  displayName: 'packages',
  roots: ['<rootDir>/packages', '<rootDir>/tooling'],
  testMatch: [
    '<rootDir>/packages/*/{src,test}/**/*.test.ts',
    '<rootDir>/tooling/**/*.test.{js,ts}',
  ],
};

export default {
  globalSetup: '<rootDir>/tooling/jest/own-temporary-folder.js',
  globalTeardown: '<rootDir>/tooling/jest/nothing-left-behind.js',
  // One worker more than there are cores, since many tests wait; a worker whose heap has grown is replaced before its
  // next file. The limit of the heap in `package.json` is far from what a test needs: below 2 GB, V8 collects before a
  // heap has doubled, and not when it is four times as large.
  maxWorkers: availableParallelism() + 1,
  workerIdleMemoryLimit: '250MB',
  testSequencer: '<rootDir>/tooling/jest/programs-first-sequencer.js',
  testTimeout: TEST_TIMEOUT,
  projects: [packages, '<rootDir>/examples/*/jest.config.js'],
  reporters: ['default', '<rootDir>/tooling/jest/count-reporter.js'],
};
