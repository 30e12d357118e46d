export default {
  rootDir: '.',
  displayName: 'tooling',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.js'],
  transform: {},
};
