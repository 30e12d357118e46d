import type { Matcher } from './matcher.js';

/**
 * A step of a path that a variant matches, in order. The steps of `/books/{id:[0-9]+}/{page}`
 * are: literal `/books/`, segment `([0-9]+)`, literal `/`, any.
 */
export type Step =
  /** Text in the form of a canonical path. */
  | { readonly kind: 'literal'; readonly text: string }
  /** One whole segment that is not empty: a placeholder without an expression. */
  | { readonly kind: 'any' }
  /** One whole segment. */
  | { readonly kind: 'segment'; readonly matcher: Matcher; readonly arguments: number }
  /** The rest of the path; always the last step. */
  | { readonly kind: 'rest'; readonly matcher: Matcher; readonly arguments: number };
