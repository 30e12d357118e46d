import { fromMatched, hasEscapedSeparator, toMatched } from '../path/escaped-reserved.js';
import { MAX_ARGUMENT } from './limits.js';
import type { Matcher } from './matcher.js';

/** Matches by a regular expression, which is created on first use. */
export class ExpressionMatcher implements Matcher {
  readonly key: string;
  readonly #source: string;
  readonly #alone: boolean;
  readonly #refusals: readonly boolean[];
  #expression: RegExp | null = null;

  /**
   * @param source the expression for the whole text, with one capturing group for each placeholder
   * @param alone whether it consists of only one such group
   * @param refusals for each placeholder, whether its argument must not contain an escaped slash or backslash: decoded, it
   *   would be a separator that the path does not have
   */
  constructor(source: string, alone: boolean, refusals: readonly boolean[], key = source) {
    this.key = key;
    this.#source = source;
    this.#alone = alone;
    this.#refusals = refusals;
  }

  match(text: string, values: string[], at: number): boolean {
    const matched = toMatched(text);
    if (matched.length > MAX_ARGUMENT) return false;
    this.#expression ??= new RegExp(`^${this.#source}$`, 'u');
    const hasEscapes = matched !== text;
    if (this.#alone) {
      values[at] = text;
      if (!this.#expression.test(matched)) return false;
      return !hasEscapes || this.#refusals[0] !== true || !hasEscapedSeparator(matched);
    }
    const groups = this.#expression.exec(matched);
    if (groups === null) return false;
    for (let i = 0; i < this.#refusals.length; i++) {
      const value = groups[i + 1] as string;
      if (hasEscapes && this.#refusals[i] === true && hasEscapedSeparator(value)) return false;
      values[at + i] = hasEscapes ? fromMatched(value) : value;
    }
    return true;
  }
}
