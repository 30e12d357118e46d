import { describe } from '@jest/globals';

/**
 * Returns `describe` if a service is there, otherwise `describe.skip`, with a line that says what is missing.
 *
 * @throws {Error} if it is missing and `REQUIRE_SERVICES` is set, as in CI
 */
export function withService(isThere: boolean, missing: string): typeof describe.skip {
  if (isThere) return describe;
  if (process.env['REQUIRE_SERVICES'] !== undefined) throw new Error(`missing: ${missing}`);
  process.stderr.write(`Skipped: ${missing}\n`);
  return describe.skip;
}
