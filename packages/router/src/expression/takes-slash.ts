import { hasSlash } from './character-mask.js';
import { type Expression, parts } from './expression.js';

/** Whether the match of an expression can contain a slash, and so go beyond its segment. */
export function takesSlash(expression: Expression): boolean {
  return [...parts(expression)].some((part) => part.kind === 'set' && hasSlash(part.mask));
}
