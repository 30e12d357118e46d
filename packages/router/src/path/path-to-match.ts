const SLASH = 0x2f;

/**
 * Returns the part of a requested path that patterns are compared with: what follows the mount path, or the whole
 * path, with a slash at its beginning. A trailing slash is kept.
 *
 * @param mounted the mount path; `''` if the router is not mounted
 * @returns `null` for a path outside the mount path
 */
export function pathToMatch(path: string, mounted: string): string | null {
  if (mounted !== '') return path.startsWith(mounted) ? path.slice(mounted.length) : null;
  return path.charCodeAt(0) === SLASH ? path : `/${path}`;
}
