import { parsePattern, type Placeholder, type Variant } from '@mortise/router/pattern';

/** An OpenAPI path. */
export interface Template {
  /** The path in OpenAPI's syntax, such as `/books/{id}`. */
  readonly path: string;

  /** {@link path} without argument names; equal for templates that OpenAPI treats as the same path. */
  readonly shape: string;

  /** The placeholders in path order. */
  readonly placeholders: readonly Placeholder[];
}

/** The router's default expression of a placeholder. */
const ANY_SEGMENT = '[^/]+';

/** Converts a route's pattern to OpenAPI paths: one for each number of optional parts, shortest first. */
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

/** Returns the schema of an argument that no schema describes: a string that its expression matches. */
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
