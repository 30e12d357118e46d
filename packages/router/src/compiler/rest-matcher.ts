import { hasEscapedSeparator, toMatched } from '../path/escaped-slash.js';
import type { Matcher } from './matcher.js';

/** Matches the rest of a path, whatever it is: {@link ANY_TEXT}. It runs no expression, and so has no need of limits. */
export class RestMatcher implements Matcher {
  readonly key: string;
  readonly isUnlimited = true;
  readonly #min: number;
  readonly #strict: boolean;

  /**
   * @param min the minimum length of the text
   * @param strict whether an escaped slash or backslash in it is no match
   */
  constructor(key: string, min: number, strict: boolean) {
    this.key = key;
    this.#min = min;
    this.#strict = strict;
  }

  match(text: string, values: string[], at: number): boolean {
    values[at] = text;
    if (text.length < this.#min) return false;
    return !this.#strict || !text.includes('%') || !hasEscapedSeparator(toMatched(text));
  }
}
