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
  // Test files on every core; a worker whose heap has grown is replaced before its next file.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '250MB',
  testTimeout: TEST_TIMEOUT,
  projects: [packages, '<rootDir>/examples/*/jest.config.js'],
  reporters: ['default', '<rootDir>/tooling/jest/count-reporter.js'],
};
