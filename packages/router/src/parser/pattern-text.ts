import { quote } from '@mortise/base';
import { RouterError } from '../router-error.js';

/**
 * Checks a pattern of a program without types.
 *
 * @returns the pattern
 * @throws {RouterError} `PATTERN_SYNTAX` for a value that is not text
 */
export function patternText<Pattern extends string>(pattern: Pattern): Pattern {
  if (typeof pattern === 'string') return pattern;
  const message = `invalid pattern: received ${quote(pattern)}; expected a string such as "/books/{id}"`;
  throw RouterError.of('PATTERN_SYNTAX', message);
}
