import { fromMatched, toMatched } from '../path/escaped-reserved.js';
import { MAX_ARGUMENT } from './limits.js';
import type { Matcher } from './matcher.js';

/** Matches by a regular expression, which is created on first use. */
export class ExpressionMatcher implements Matcher {
  readonly key: string;
  readonly #alone: boolean;
  #expression: RegExp | null = null;

  /**
   * @param source the expression for the whole text, with one capturing group for each placeholder
   * @param alone whether it consists of only one such group
   */
  constructor(source: string, alone: boolean) {
    this.key = source;
    this.#alone = alone;
  }

  match(text: string, values: string[], at: number): boolean {
    const matched = toMatched(text);
    if (matched.length > MAX_ARGUMENT) return false;
    this.#expression ??= new RegExp(`^${this.key}$`, 'u');
    if (this.#alone) {
      values[at] = text;
      return this.#expression.test(matched);
    }
    const groups = this.#expression.exec(matched);
    if (groups === null) return false;
    for (let i = 1; i < groups.length; i++) {
      const value = groups[i] as string;
      values[at + i - 1] = matched === text ? value : fromMatched(value);
    }
    return true;
  }
}
