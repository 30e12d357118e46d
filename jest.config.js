import { TEST_TIMEOUT } from './tooling/jest/preset.js';

export default {
  testTimeout: TEST_TIMEOUT,
  projects: [
    '<rootDir>/packages/*/jest.config.js',
    '<rootDir>/examples/*/jest.config.js',
    '<rootDir>/tooling/jest.config.js',
  ],
  reporters: ['default', '<rootDir>/tooling/jest/count-reporter.js'],
};
