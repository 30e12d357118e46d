import { canonicalPath } from './canonical-path.js';

const SLASH = 0x2f;
/** Segments with one slash before each, optionally with a slash at the end. */
const SEGMENTS = /^(?:\/[^/?#]+)*\/?$/;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/**
 * The path under which an application is mounted, in its canonical form.
 *
 * @param text `''` and `/` for the top; a slash at the end is removed
 * @returns `''`, or a canonical path that begins with one `/` and does not end with one; null for
 *   anything else: `//`, a dot segment, `?`, `#`, and what has no canonical form (see
 *   {@link canonicalPath})
 */
export function parseBasePath(text: string): string | null {
  const path = SEGMENTS.test(text) ? canonicalPath(text) : null;
  if (path === null || DOT_SEGMENT.test(path)) return null;
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * What remains of a path below a base path. The base path ends where a segment ends (`/subway` is not
 * below `/sub`), and the path can spell it in any way that has the same canonical form.
 *
 * @param path as received
 * @param basePath canonical, as from {@link parseBasePath}
 * @returns the remainder as received: `''`, or a path that begins with `/`; null if the path is
 *   elsewhere
 */
export function pathBelow(path: string, basePath: string): string | null {
  const end = path.startsWith(basePath) ? basePath.length : endOfSegments(path, basePath);
  return end === path.length || path.charCodeAt(end) === SLASH ? path.slice(end) : null;
}

/** Where as many segments end as the base path has, if they are the same; -1 if not. */
function endOfSegments(path: string, basePath: string): number {
  // No escape hides a slash, so that segments correspond one by one.
  const beginning = path.split('/', basePath.split('/').length).join('/');
  return canonicalPath(beginning) === basePath ? beginning.length : -1;
}
