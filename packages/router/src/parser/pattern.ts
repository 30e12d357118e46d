/**
 * A pattern as the parser leaves it: its variants, one for each number of optional parts, shortest
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
  /** What the argument must match as a whole; {@link ANY_SEGMENT} when the pattern gives none. */
  readonly expression: string;
  /** Where the placeholder begins in the pattern. */
  readonly index: number;
  /** Where the expression begins in the pattern; `index` when it gives none. */
  readonly expressionIndex: number;
}

/** The expression of a placeholder that has none: one whole segment, or a part of one. */
export const ANY_SEGMENT = '[^/]+';
