import { fromMatched, hasEscapedSeparator, toMatched } from '../path/escaped-slash.js';
import { MAX_ARGUMENT } from './matching-limits.js';
import type { Matcher } from './matcher.js';

/** A character that `.` matches, unlike a line feed, and that no text has: it is unassigned. */
const OTHER = '\u{10ffff}';

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
    if (this.#alone) {
      values[at] = text;
      return this.#regexp.test(matched) && (matched === text || !this.#isRefused(matched, 0));
    }
    const groups = this.#regexp.exec(matched);
    if (groups === null) return false;
    for (let i = 1; i < groups.length; i++) {
      const value = groups[i] as string;
      if (matched !== text && this.#isRefused(value, i - 1)) return false;
      values[at + i - 1] = matched === text ? value : fromMatched(value);
    }
    return true;
  }

  couldMatch(text: string): boolean {
    const matched = toMatched(text);
    if (matched.length > MAX_ARGUMENT || this.#regexp.test(matched)) return true;
    // The expression is safe only as it is, so the text is changed, not the meaning of `.`.
    return matched.includes('\n') && this.#regexp.test(matched.replaceAll('\n', OTHER));
  }

  get #regexp(): RegExp {
    return (this.#expression ??= new RegExp(`^${this.#source}$`, 'u'));
  }

  #isRefused(argument: string, index: number): boolean {
    return this.#strict[index] === true && hasEscapedSeparator(argument);
  }
}

/** Returns the {@link Matcher.key} of an expression; the same source matches other texts if it is strict. */
export function matcherKey(source: string, strict: readonly boolean[]): string {
  return strict.includes(true) ? `${source} without %2F, %5C (see escapedSlashes)` : source;
}
