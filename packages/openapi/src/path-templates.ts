import { parsePattern, type Placeholder, type Variant } from '@mortise/router/pattern';

/** One path of OpenAPI. */
export interface Template {
  /** `/books/{id}`. */
  readonly path: string;

  /** {@link path} without names: equal for templates of the same path. */
  readonly shape: string;

  /** In the order of the path. */
  readonly placeholders: readonly Placeholder[];
}

/** The expression of a placeholder without one. */
const ANY_SEGMENT = '[^/]+';

/** Converts the pattern of a route to OpenAPI paths, shortest first: one for each number of optional parts. */
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
    // An expression that matches any text, including '', adds no information.
    return new RegExp(pattern, 'u').test('') ? { type: 'string' } : { type: 'string', pattern };
  } catch {
    return { type: 'string' };
  }
}
