/**
 * The variants of a pattern, one for each number of optional parts, shortest first. `/books/{id:[0-9]+}[/{format}]`
 * becomes
 *
 * ```
 * [
 *   ['/books/', { name: 'id', expression: '[0-9]+', index: 7, expressionIndex: 11 }],
 *   ['/books/', { name: 'id', ... }, '/', { name: 'format', expression: '[^/]+', ... }],
 * ]
 * ```
 */
export type Variants = readonly Variant[];

/** Literals and placeholders from left to right; no two literals are adjacent. `['']` is the empty pattern. */
export type Variant = readonly Part[];

/** A placeholder, or literal text as written, which is not percent-encoded. */
export type Part = string | Placeholder;

/** `{name}`, `{name:expression}` or `:name`. */
export interface Placeholder {
  readonly name: string;
  /** The expression that the whole argument must match; `[^/]+` if the placeholder has none. */
  readonly expression: string;
  /** The index of the placeholder in the pattern. */
  readonly index: number;
  /** The index of the expression in the pattern; equals `index` if the placeholder has none. */
  readonly expressionIndex: number;
}

/** The default expression of a placeholder: a whole segment or a part of one. */
export const ANY_SEGMENT = '[^/]+';

/** The expression of the rest of a path below a mount. */
export const ANY_REST = '.*';
