import { parsePattern, type Placeholder, type Variant } from '@mortise/router/pattern';

/** One path of OpenAPI. */
export interface Template {
  /** `/books/{id}`. */
  readonly path: string;

  /** {@link path} without names: two templates with the same are the same path. */
  readonly shape: string;

  /** In their order. */
  readonly placeholders: readonly Placeholder[];
}

/** The expression of a placeholder that has none. */
const ANY_SEGMENT = '[^/]+';

/** Reads the pattern of a route into paths of OpenAPI, the shortest first: one for each number of optional parts. */
export function templatesOf(pattern: string, colonPlaceholders: boolean): readonly Template[] {
  return parsePattern(pattern, { colonPlaceholders }).map((variant) => ({
    path: written(variant, ({ name }) => `{${name}}`),
    shape: written(variant, () => '{}'),
    placeholders: variant.filter((part) => typeof part !== 'string'),
  }));
}

function written(variant: Variant, placeholder: (part: Placeholder) => string): string {
  const path = variant
    .map((part) => (typeof part === 'string' ? part : placeholder(part)))
    .join('');
  return path === '' ? '/' : path;
}

/** The schema of an argument that no schema describes: text that its expression matches. */
export function placeholderSchema({ expression }: Placeholder): object {
  if (expression === ANY_SEGMENT) return { type: 'string' };
  try {
    const pattern = `^(?:${expression})$`;
    // One that takes anything, also nothing, says nothing.
    return new RegExp(pattern, 'u').test('') ? { type: 'string' } : { type: 'string', pattern };
  } catch {
    return { type: 'string' };
  }
}
