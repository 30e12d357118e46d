import type { Matcher } from './matcher.js';

/**
 * One part of the path that a variant matches. The steps of `/books/{id:[0-9]+}/{page}` are: literal `/books/`, segment
 * `([0-9]+)`, literal `/`, any.
 */
export type Step =
  /** Text, encoded like a canonical path. */
  | { readonly kind: 'literal'; readonly text: string }
  /** A whole, non-empty segment: a placeholder without an expression. */
  | { readonly kind: 'any' }
  /** A whole segment that the matcher accepts. */
  | { readonly kind: 'segment'; readonly matcher: Matcher; readonly arguments: number }
  /** The rest of the path; always the last step. */
  | { readonly kind: 'rest'; readonly matcher: Matcher; readonly arguments: number };
