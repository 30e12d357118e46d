import { quote } from '../quote.js';

/**
 * Returns the message that refuses a value.
 *
 * @param name of the option or argument, in the code of the caller
 * @param expected completes the sentence "expected ...", with an example where that helps
 */
export function refusal(name: string, value: unknown, expected: string): string {
  return `invalid ${name}: received ${quote(value)}; expected ${expected}`;
}
