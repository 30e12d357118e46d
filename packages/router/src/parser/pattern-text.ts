import { quote } from '@mortise/base';
import { RouterError } from '../router-error.js';

/**
 * Returns the pattern if it is a string; untyped code can pass another value.
 *
 * @throws {RouterError} `PATTERN_SYNTAX` if the value is not a string
 */
export function patternText<Pattern extends string>(pattern: Pattern): Pattern {
  if (typeof pattern === 'string') return pattern;
  const message = `invalid pattern: received ${quote(pattern)}; expected a string such as "/books/{id}"`;
  throw RouterError.of('PATTERN_SYNTAX', message);
}
