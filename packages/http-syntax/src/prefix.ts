import { parseBasePath } from './base-path.js';

/**
 * Whether a path contains route pattern syntax, which a pattern would not treat as text, or `*` at the beginning or end of
 * a segment, which other libraries treat as a wildcard.
 */
export function hasPatternSyntax(path: string): boolean {
  return /[{}[\]]|\/:|(?<![^/*])\*|\*(?![^/*])/.test(path);
}

/**
 * Parses the prefix of a mount or guard, from source code or options. Pattern syntax (`/users/:id`, `/admin/*`) is
 * rejected, because it would be compared as text and match nothing, so a guard would never run.
 *
 * @returns the result of {@link parseBasePath}; null also for a value that is not a string, and for pattern syntax
 *   unless it is escaped (and even then for a whole segment `%2A`)
 */
export function parsePrefix(given: unknown): string | null {
  return typeof given === 'string' && !hasPatternSyntax(given) ? parseBasePath(given) : null;
}
