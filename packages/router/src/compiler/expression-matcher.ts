import { fromMatched, hasEscapedSeparator, toMatched } from '../path/escaped-slash.js';
import { MAX_ARGUMENT } from './matching-limits.js';
import type { Matcher } from './matcher.js';

/** Matches text against a regular expression, which is created on first use. */
export class ExpressionMatcher implements Matcher {
  readonly key: string;
  readonly #source: string;
  readonly #alone: boolean;
  readonly #strict: readonly boolean[];
  #expression: RegExp | null = null;

  /**
   * @param source the expression for the whole text, with one capturing group per placeholder
   * @param alone whether the source is a single such group
   * @param strict for each group, whether its argument must not contain an escaped slash or backslash
   */
  constructor(source: string, alone: boolean, strict: readonly boolean[]) {
    this.key = matcherKey(source, strict);
    this.#source = source;
    this.#alone = alone;
    this.#strict = strict;
  }

  match(text: string, values: string[], at: number): boolean {
    const matched = toMatched(text);
    if (matched.length > MAX_ARGUMENT) return false;
    this.#expression ??= new RegExp(`^${this.#source}$`, 'u');
    if (this.#alone) {
      values[at] = text;
      return this.#expression.test(matched) && (matched === text || !this.#isRefused(matched, 0));
    }
    const groups = this.#expression.exec(matched);
    if (groups === null) return false;
    for (let i = 1; i < groups.length; i++) {
      const value = groups[i] as string;
      if (matched !== text && this.#isRefused(value, i - 1)) return false;
      values[at + i - 1] = matched === text ? value : fromMatched(value);
    }
    return true;
  }

  #isRefused(argument: string, index: number): boolean {
    return this.#strict[index] === true && hasEscapedSeparator(argument);
  }
}

/** Returns the {@link Matcher.key} of an expression; the same source matches other texts if it is strict. */
export function matcherKey(source: string, strict: readonly boolean[]): string {
  return strict.includes(true) ? `${source} without %2F, %5C (see escapedSlashes)` : source;
}
