import { hasSlash } from './character-mask.js';
import { directParts, type Expression } from './expression.js';

/** Whether an expression can match a slash, and therefore extend beyond its segment. */
export function takesSlash(expression: Expression): boolean {
  if (expression.kind === 'set') return hasSlash(expression.mask);
  return expression.kind !== 'look' && directParts(expression).some(takesSlash);
}
