import { hasEscapedSeparator, toMatched } from '../path/escaped-slash.js';
import { matcherKey } from './expression-matcher.js';
import type { Matcher } from './matcher.js';

/** Matches any text, of any length: the rest of a path below a mount, whose handler has limits of its own. */
export class AnyMatcher implements Matcher {
  readonly key: string;
  readonly #strict: boolean;

  /** @param strict whether the text must not contain an escaped slash or backslash */
  constructor(strict: boolean) {
    this.key = matcherKey('any text', [strict]);
    this.#strict = strict;
  }

  match(text: string, values: string[], at: number): boolean {
    values[at] = text;
    return !this.#strict || !hasEscapedSeparator(toMatched(text));
  }

  couldMatch(): boolean {
    return true;
  }
}
