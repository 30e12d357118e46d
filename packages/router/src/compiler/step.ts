import type { Matcher } from './matcher.js';

/**
 * What a path must go through, one after another, to match a variant. `/books/{id:[0-9]+}/{page}`
 * is: literal `/books/`, segment `([0-9]+)`, literal `/`, any.
 */
export type Step =
  /** Text in the form of a canonical path. */
  | { readonly kind: 'literal'; readonly text: string }
  /** One whole segment that is not empty: a placeholder without an expression. */
  | { readonly kind: 'any' }
  /** One whole segment. */
  | { readonly kind: 'segment'; readonly matcher: Matcher; readonly arguments: number }
  /** All the rest of the path; always the last step. */
  | { readonly kind: 'rest'; readonly matcher: Matcher; readonly arguments: number };
