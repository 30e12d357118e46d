import circus from 'jest-circus/runner';

/**
 * Jest's own runner of a test file, except that it reports results once, at the end of the file: as it goes on, a worker
 * would send two messages for each test, which no reporter here reads.
 */
export default function runQuietly(globalConfig, config, environment, runtime, path) {
  return circus.default(globalConfig, config, environment, runtime, path);
}
