import { jestConfig } from './jest/preset.js';

export default {
  ...jestConfig(import.meta.url),
  displayName: 'tooling',
  testMatch: ['<rootDir>/**/*.test.{js,ts}'],
};
