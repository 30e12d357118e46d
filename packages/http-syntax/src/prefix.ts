import { parseBasePath } from './base-path.js';

/** Whether a path has characters that a pattern would not treat as text. */
export function hasPatternSyntax(path: string): boolean {
  return /[{}[\]*]|\/:/.test(path);
}

/**
 * Parses the prefix of a mount or guard, given in source code or options. Pattern syntax in it would be
 * compared as text and match nothing, so that a guard never runs: `/users/:id`, `/admin/*`.
 *
 * @returns as of {@link parseBasePath}; null also for a value that is not a string, and for pattern syntax, unless it is
 *   escaped and not a whole segment `%2A`
 */
export function parsePrefix(given: unknown): string | null {
  return typeof given === 'string' && !hasPatternSyntax(given) ? parseBasePath(given) : null;
}
