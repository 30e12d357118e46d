/**
 * Parses patterns without routing: for documents and clients that must agree with the router.
 */
import { parsePattern as parse } from './parser/parse-pattern.js';
import { expressionSource } from './expression/expression.js';
import { parseExpression } from './expression/parse-expression.js';
import { patternText } from './parser/pattern-text.js';
import type { Placeholder, Variants } from './parser/pattern-parts.js';

export type { Part, Placeholder, Variant, Variants } from './parser/pattern-parts.js';
export { RouterError } from './router-error.js';

/** How a pattern is parsed. */
export interface ParsePatternOptions {
  /** Whether `:name` at the beginning of a segment is a placeholder. Default `true`. */
  readonly colonPlaceholders?: boolean;
}

/**
 * Parses a pattern like the router, into its variants: one for each number of optional parts, shortest first. Expressions
 * are not checked.
 *
 * @throws {RouterError} `PATTERN_SYNTAX`, even if the value is not a string; `PATTERN_NAME`
 */
export function parsePattern(pattern: string, options: ParsePatternOptions = {}): Variants {
  return parse(patternText(pattern), options.colonPlaceholders ?? true);
}

/**
 * Returns the expression of a placeholder as the router matches it: a `RegExp` source for the `u` flag.
 *
 * @throws {RouterError} the router's error for an invalid expression
 */
export function sourceOf({ expression }: Pick<Placeholder, 'expression'>): string {
  return expressionSource(parseExpression(expression, expression, 0));
}
