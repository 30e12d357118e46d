import { quote } from '../quote.js';

/**
 * Returns the error message for an invalid value.
 *
 * @param name of the option or argument, as in the caller's code
 * @param expected completes the sentence "expected ...", with an example where that helps
 */
export function refusal(name: string, value: unknown, expected: string): string {
  return `invalid ${name}: received ${quote(value)}; expected ${expected}`;
}
