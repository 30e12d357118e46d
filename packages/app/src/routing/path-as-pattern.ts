import { canonicalPath } from '@mortise/http-syntax';

/** What a pattern does not take for text. */
const SYNTAX = /[{[\]]|\/:/;

/**
 * The text that stands for a canonical path in a pattern.
 *
 * @returns `null` where there is none: for an escape of `/` or another reserved character, and for text
 *   that a pattern would read otherwise
 */
export function pathAsPattern(path: string): string | null {
  const text = decodeURIComponent(path);
  return canonicalPath(text) === path && !SYNTAX.test(text) ? text : null;
}
