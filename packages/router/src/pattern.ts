/**
 * Parses patterns without a router, for API documents and clients that must agree with the router.
 */
import { boolean, options, or } from '@mortise/base/options';
import { parsePattern as parse } from './parser/parse-pattern.js';
import { expressionSource } from './expression/expression.js';
import { parseExpression } from './expression/parse-expression.js';
import { patternText } from './parser/pattern-text.js';
import type { Placeholder, Variants } from './parser/pattern-parts.js';

export type { Part, Placeholder, Variant, Variants } from './parser/pattern-parts.js';
export { RouterError } from './router-error.js';

/** Options of {@link parsePattern}. */
export interface ParsePatternOptions {
  /** Whether `:name` at the beginning of a segment is a placeholder. Default `true`. */
  readonly colonPlaceholders?: boolean | undefined;
}

const declared = options<ParsePatternOptions>()('parsePattern', {
  colonPlaceholders: or(boolean, true),
});

/**
 * Parses a pattern as the router does. Returns its variants: one for each number of optional parts, shortest first.
 * Expressions are not checked.
 *
 * @throws {RouterError} `PATTERN_SYNTAX` if the pattern is malformed or not a string; `PATTERN_NAME` if two
 *   placeholders have the same name
 * @throws {OptionError} `OPTION_INVALID`
 */
export function parsePattern(pattern: string, options?: ParsePatternOptions): Variants {
  return parse(patternText(pattern), declared(options).colonPlaceholders);
}

/**
 * Returns a placeholder's expression as the router matches it: a `RegExp` source for the `u` flag, without anchors.
 *
 * @throws {RouterError} `PATTERN_EXPRESSION` if the expression is invalid
 */
export function sourceOf({ expression }: Pick<Placeholder, 'expression'>): string {
  return expressionSource(parseExpression(expression, expression, 0));
}
