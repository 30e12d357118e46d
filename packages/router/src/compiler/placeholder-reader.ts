import type { Complete } from '@mortise/base/options';
import type { RouteOptions } from '../contract.js';
import { type CharacterSet, type Expression, mapSets, parts } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { takesSlash } from '../expression/takes-slash.js';
import { hasSlash } from '../expression/character-mask.js';
import { ANY_REST, type Placeholder } from '../parser/pattern-parts.js';
import { ESCAPED_SLASH } from '../path/escaped-slash.js';

/** Literal text as written, or a placeholder with its parsed expression. */
export type Piece = string | ReadPlaceholder;

/** The expression of a placeholder, and whether it depends on text outside its own argument. */
export interface ReadPlaceholder {
  /** The expression as written. */
  readonly text: string;
  readonly expression: Expression;
  /** Whether its match depends on text after the segment: it can match slashes, or looks ahead. */
  readonly leavesSegment: boolean;
  /** Whether its argument must not contain an escaped slash or backslash: it can match a slash without the option. */
  readonly strict: boolean;
  /** Whether it contains a lookbehind. */
  readonly looksBack: boolean;
  /** Whether it is the rest of a path below a mount. */
  readonly isAnyRest?: true;
}

/** The options of a route that determine what its placeholders match. */
export type MatchingOptions = Complete<Pick<RouteOptions, 'escapedSlashes' | 'inOrder'>>;

/** Parses placeholders; caches each expression for all patterns. */
export class PlaceholderReader {
  readonly #strict = new Map<string, ReadPlaceholder>();
  readonly #lenient = new Map<string, ReadPlaceholder>();

  /**
   * @param pattern the pattern that contains the placeholder
   * @throws {RouterError} `PATTERN_EXPRESSION`
   */
  read(
    { expression: text, expressionIndex }: Placeholder,
    pattern: string,
    { escapedSlashes, inOrder }: MatchingOptions,
  ): ReadPlaceholder {
    const known = escapedSlashes ? this.#lenient : this.#strict;
    let read = known.get(text);
    if (read === undefined) {
      const expression = parseExpression(text, pattern, expressionIndex);
      const looks = [...parts(expression)].filter((part) => part.kind === 'look');
      const spans = takesSlash(expression);
      read = {
        text,
        expression: escapedSlashes ? mapSets(expression, takingEscapedSlash) : expression,
        leavesSegment: looks.length > 0 || spans,
        strict: spans && !escapedSlashes,
        looksBack: looks.some(({ opening }) => opening.includes('<')),
      };
      known.set(text, read);
    }
    return inOrder && text === ANY_REST ? { ...read, isAnyRest: true } : read;
  }
}

/** Extends a set that matches a slash to match an escaped slash too, as `.` does. */
function takingEscapedSlash(set: CharacterSet): CharacterSet {
  if (!hasSlash(set.mask) || new RegExp(set.source, 'u').test(ESCAPED_SLASH)) return set;
  return { ...set, source: `(?:${set.source}|${ESCAPED_SLASH})` };
}
