import { ANY_SEGMENT, type Variants } from './pattern.js';

/**
 * Whether every value of every placeholder is read back: each is a whole segment, as in most patterns, or the only one
 * between two literals.
 */
export function isUnambiguous(variants: Variants): boolean {
  const longest = variants.at(-1) ?? [];
  const placeholders = longest.filter((part) => typeof part !== 'string');
  if (placeholders.length < 2 && variants.length === 1) return true;
  return variants.every((variant) =>
    variant.every((part, index) => {
      if (typeof part === 'string') return true;
      const [before = '/', after = '/'] = [variant[index - 1], variant[index + 1]];
      return (
        part.expression === ANY_SEGMENT &&
        typeof before === 'string' &&
        before.endsWith('/') &&
        typeof after === 'string' &&
        after.startsWith('/')
      );
    }),
  );
}
