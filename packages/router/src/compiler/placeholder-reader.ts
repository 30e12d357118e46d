import { type Expression, parts } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { takesSlash } from '../expression/takes-slash.js';
import type { Placeholder } from '../parser/pattern.js';

/** Literal text as written, or a placeholder with its parsed expression. */
export type Piece = string | ReadPlaceholder;

/** The expression of a placeholder, and whether it depends on other text than its own argument. */
export interface ReadPlaceholder {
  /** The expression as written. */
  readonly text: string;
  readonly expression: Expression;
  /** Whether its match depends on text after the segment: it can match slashes, or looks ahead. */
  readonly leavesSegment: boolean;
  /** Whether its argument can span segments. */
  readonly spans: boolean;
  /** Whether it can then contain an escaped slash, see `RouteOptions.escapedSlashes`. */
  readonly takesEscapedSlash: boolean;
  /** Whether it checks the text before it. */
  readonly looksBack: boolean;
}

/** Parses placeholders; each expression once, however many patterns have it. */
export class PlaceholderReader {
  readonly #known = new Map<string, ReadPlaceholder>();

  /**
   * @param pattern that contains the placeholder
   * @throws {RouterError} `PATTERN_EXPRESSION`
   */
  read({ expression: text, expressionIndex }: Placeholder, pattern: string): ReadPlaceholder {
    let read = this.#known.get(text);
    if (read === undefined) {
      const expression = parseExpression(text, pattern, expressionIndex);
      const looks = [...parts(expression)].filter((part) => part.kind === 'look');
      const spans = takesSlash(expression);
      read = {
        text,
        expression,
        leavesSegment: looks.length > 0 || spans,
        spans,
        takesEscapedSlash: false,
        looksBack: looks.some(({ opening }) => opening.includes('<')),
      };
      this.#known.set(text, read);
    }
    return read;
  }
}
