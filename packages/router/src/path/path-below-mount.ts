const SLASH = 0x2f;

/**
 * Returns the part of the request path that patterns match: the text after the mount path, unchanged, or, if the router
 * is not mounted, the whole path with a leading slash.
 *
 * @param mounted the mount path; `''` if the router is not mounted
 * @returns `null` if the path does not begin with the mount path
 */
export function pathToMatch(path: string, mounted: string): string | null {
  if (mounted !== '') return path.startsWith(mounted) ? path.slice(mounted.length) : null;
  return path.charCodeAt(0) === SLASH ? path : `/${path}`;
}
