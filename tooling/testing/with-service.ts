import { describe } from '@jest/globals';

/**
 * Returns `describe` if a service is available, otherwise `describe.skip`, with a line that says what is missing.
 *
 * @param available whether the tests can run: a URL is set, a program is installed
 * @param service names what is missing, and how to provide it
 * @throws {Error} if the service is missing and `REQUIRE_SERVICES` is set, as it is in CI
 */
export function withService(available: boolean, service: string): typeof describe.skip {
  if (available) return describe;
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${service}`);
  process.stderr.write(`Skipped: ${service}\n`);
  return describe.skip;
}
