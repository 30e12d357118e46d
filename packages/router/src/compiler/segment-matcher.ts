import { fromMatched, toMatched } from '../path/escaped-slash.js';
import { MAX_ARGUMENT } from './matching-limits.js';
import type { Matcher } from './matcher.js';

/**
 * Matches a segment of literals and placeholders without expressions, such as `{name}.{format}`.
 *
 * As in a regular expression, earlier placeholders match as much as possible. Each literal is therefore as far right as
 * possible, and one pass from the end finds them all without backtracking.
 */
export class SegmentMatcher implements Matcher {
  readonly key: string;
  readonly #literals: readonly string[];

  /** @param literals before, between and after the placeholders; only the first and the last can be empty */
  constructor(literals: readonly string[]) {
    this.key = JSON.stringify(literals);
    this.#literals = literals;
  }

  match(text: string, values: string[], at: number): boolean {
    return this.#find(text, values, at, MAX_ARGUMENT);
  }

  couldMatch(text: string): boolean {
    return this.#find(text, [], 0, Infinity);
  }

  #find(text: string, values: string[], at: number, most: number): boolean {
    const matched = toMatched(text);
    const literals = this.#literals;
    const count = literals.length - 1;
    const first = literals[0] as string;
    const last = literals[count] as string;
    if (!matched.startsWith(first) || !matched.endsWith(last)) return false;
    let end = matched.length - last.length;
    for (let i = count - 1; i >= 0; i--) {
      const literal = literals[i] as string;
      const room = end - 1 - literal.length; // an argument has at least one character
      if (room < 0) return false;
      const start = i === 0 ? 0 : matched.lastIndexOf(literal, room);
      const from = start + literal.length;
      if (start === -1 || end - from > most) return false;
      const value = matched.slice(from, end);
      values[at + i] = matched === text ? value : fromMatched(value);
      end = start;
    }
    return true;
  }
}
