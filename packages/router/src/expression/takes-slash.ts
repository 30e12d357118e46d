import { hasSlash } from './character-mask.js';
import { type Expression, parts } from './expression.js';

/** Whether what an expression takes may hold a slash, and so go beyond its segment. */
export function takesSlash(expression: Expression): boolean {
  return [...parts(expression)].some((part) => part.kind === 'set' && hasSlash(part.mask));
}
