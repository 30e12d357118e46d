import { TEST_TIMEOUT } from './jest/preset.js';

export default {
  rootDir: '.',
  displayName: 'tooling',
  testEnvironment: 'node',
  testTimeout: TEST_TIMEOUT,
  testMatch: ['<rootDir>/**/*.test.js'],
  transform: {},
};
