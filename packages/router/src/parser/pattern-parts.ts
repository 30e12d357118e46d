/**
 * The parser's result for a pattern: its variants, one for each number of optional parts, shortest
 * first. `/books/{id:[0-9]+}[/{format}]` becomes
 *
 * ```
 * [
 *   ['/books/', { name: 'id', expression: '[0-9]+', index: 7, expressionIndex: 11 }],
 *   ['/books/', { name: 'id', ... }, '/', { name: 'format', expression: '[^/]+', ... }],
 * ]
 * ```
 */
export type Variants = readonly Variant[];

/** Alternating literals and placeholders, left to right; no two literals are adjacent. `['']` is the empty pattern. */
export type Variant = readonly Part[];

/** Literal text as written, not percent-encoded, or a placeholder. */
export type Part = string | Placeholder;

/** `{name}`, `{name:expression}` or `:name`. */
export interface Placeholder {
  readonly name: string;
  /** The expression for the whole argument; {@link ANY_SEGMENT} if the pattern has none. */
  readonly expression: string;
  /** The index of the placeholder in the pattern. */
  readonly index: number;
  /** The index of the expression in the pattern; `index` if it has none. */
  readonly expressionIndex: number;
}

/** The expression of a placeholder that has none: one whole segment, or a part of one. */
export const ANY_SEGMENT = '[^/]+';
