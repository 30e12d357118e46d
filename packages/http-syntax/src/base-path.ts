import { canonicalPath } from './canonical-path.js';

const SLASH = 0x2f;
/** Matches segments with one slash before each and an optional trailing slash. */
const SEGMENTS = /^(?:\/[^/?#]+)*\/?$/;
/** Matches dot segments, and `*`: other frameworks use it as a wildcard, but here it would be compared as text. */
const NO_PLACE = /\/(?:\.{1,2}|\*+)(?:\/|$)/;

/**
 * Returns the path under which an application is mounted, in its canonical form.
 *
 * @param text `''` and `/` for the root; a trailing slash is removed
 * @returns `''`, or a canonical path that begins with a single `/` and does not end with one; null for
 *   anything else: `//`, a dot segment, a segment `*`, `?`, `#`, and a path without a canonical form (see
 *   {@link canonicalPath})
 */
export function parseBasePath(text: string): string | null {
  const path = SEGMENTS.test(text) ? canonicalPath(text) : null;
  if (path === null || NO_PLACE.test(path)) return null;
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * Returns the rest of a path below a base path. The base path matches whole segments (`/subway` is not
 * below `/sub`), and the path can have any encoding with the same canonical form.
 *
 * @param path as received
 * @param basePath canonical, as from {@link parseBasePath}
 * @returns the rest as received: `''`, or a path that begins with `/`; null if the path is not below the
 *   base path
 */
export function pathBelow(path: string, basePath: string): string | null {
  const end = path.startsWith(basePath) ? basePath.length : endOfSegments(path, basePath);
  return end === path.length || path.charCodeAt(end) === SLASH ? path.slice(end) : null;
}

/** Returns the end of the segments that equal those of the base path; -1 if they differ. */
function endOfSegments(path: string, basePath: string): number {
  // Escapes do not contain separators, so segments correspond one to one.
  const beginning = path.split('/', basePath.split('/').length).join('/');
  return canonicalPath(beginning) === basePath ? beginning.length : -1;
}
