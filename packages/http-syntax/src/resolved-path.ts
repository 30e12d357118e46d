/** What other readers of a path may resolve. In a canonical path, dots are not escaped, and a backslash is. */
const UNRESOLVED = /%2F|%5C|\/\/|\/\.{1,2}(?:\/|$)/;

/**
 * Returns the path that a coarse reader sees, such as a file server of another library: escaped slashes and backslashes are
 * separators, several slashes are one, and `.` segments are removed. Guards also compare this path, because such a reader
 * can be inside them.
 *
 * @param path canonical, as from `canonicalPath`
 * @returns the path itself if such a reader sees the same; `null` for a path with a segment `..`, of which readers see different
 *   ones: they merge slashes before or after they resolve it, and can begin below the prefix of a mount
 * @see RFC 3986 5.2.4
 */
export function resolvedPath(path: string): string | null {
  if (!UNRESOLVED.test(path)) return path;
  const parts = path.replaceAll(/%2F|%5C/g, '/').split('/');
  if (parts.includes('..')) return null;
  const segments = parts.filter((part) => part !== '' && part !== '.');
  const isFolder = /^\.?$/.test(parts.at(-1) as string) && segments.length > 0;
  return `/${segments.join('/')}${isFolder ? '/' : ''}`;
}
