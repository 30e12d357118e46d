import { ensure } from './rules.js';

/**
 * Rejects an argument of a function that takes none.
 *
 * @param door the function: `'contentLength'`
 * @param expected completes "expected no argument: ..."
 * @throws {OptionError} `OPTION_INVALID`
 */
export function ensureNone(given: readonly unknown[], door: string, expected: string): void {
  ensure(given[0] === undefined, door, given[0], `no argument: ${expected}`);
}
