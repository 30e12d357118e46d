/** What other readers of a path may resolve. In a canonical path, dots are not escaped, and a backslash is. */
const UNRESOLVED = /%2F|%5C|\/\/|\/\.{1,2}(?:\/|$)/;

/**
 * Returns the path that a coarse reader sees, such as a file server of another library: escaped slashes and backslashes are
 * separators, runs of slashes are one, and dot segments are resolved. A guard compares this path, too: the reader behind it
 * can be such a one.
 *
 * @param path canonical, as from `canonicalPath`
 * @returns the path itself if such a reader sees the same
 * @see RFC 3986 5.2.4
 */
export function resolvedPath(path: string): string {
  if (!UNRESOLVED.test(path)) return path;
  const segments: string[] = [];
  const parts = path.replaceAll(/%2F|%5C/g, '/').split('/');
  for (const part of parts) {
    if (part === '..') segments.pop();
    else if (part !== '' && part !== '.') segments.push(part);
  }
  const isFolder = /^\.{0,2}$/.test(parts.at(-1) as string);
  return `/${segments.join('/')}${isFolder && segments.length > 0 ? '/' : ''}`;
}
