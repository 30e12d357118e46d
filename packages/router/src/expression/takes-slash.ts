import { hasSlash } from './character-mask.js';
import type { Expression } from './expression.js';

/** Whether the text that an expression matches can contain a slash, and so go beyond its segment. */
export function takesSlash(expression: Expression): boolean {
  switch (expression.kind) {
    case 'set':
      return hasSlash(expression.mask);
    case 'sequence':
      return expression.items.some(takesSlash);
    case 'choice':
      return expression.options.some(takesSlash);
    case 'repeat':
      return takesSlash(expression.item);
    // Text that they only look at is not part of the match.
    case 'look':
    case 'boundary':
      return false;
  }
}
