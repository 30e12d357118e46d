import { hasSlash } from './character-mask.js';
import { directParts, type Expression } from './expression.js';

/** Whether the match of an expression can contain a slash, and so go beyond its segment. */
export function takesSlash(expression: Expression): boolean {
  if (expression.kind === 'set') return hasSlash(expression.mask);
  return expression.kind !== 'look' && directParts(expression).some(takesSlash);
}
