import { TEST_TIMEOUT } from './tooling/jest/preset.js';

export default {
  // Test files on every core; a worker whose heap has grown is replaced before its next file.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '250MB',
  testTimeout: TEST_TIMEOUT,
  projects: [
    '<rootDir>/packages/*/jest.config.js',
    '<rootDir>/examples/*/jest.config.js',
    '<rootDir>/tooling/jest.config.js',
  ],
  reporters: ['default', '<rootDir>/tooling/jest/count-reporter.js'],
};
