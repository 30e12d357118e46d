import { trimOws } from './field-value.js';

const DIGITS = /^\d+$/;

/**
 * Returns the body length of a Content-Length value, in bytes.
 *
 * A list is accepted if all its members are the same number (`5, 5`), because repeated headers arrive this way.
 *
 * @returns null for `''`, signs, fractions, empty or differing members, and numbers above 2^53 - 1
 * @see RFC 9110 8.6, RFC 9112 6.3
 */
export function parseContentLength(value: string): number | null {
  if (!value.includes(',')) return lengthOf(value);
  const [first, ...others] = value.split(',').map(lengthOf);
  return first !== undefined && others.every((other) => other === first) ? first : null;
}

function lengthOf(member: string): number | null {
  const digits = trimOws(member);
  if (!DIGITS.test(digits)) return null;
  const length = Number(digits);
  return Number.isSafeInteger(length) ? length : null;
}
