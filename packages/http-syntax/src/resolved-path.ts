/**
 * Matches what other readers of a path may resolve. In a canonical path, dots are unescaped and backslashes escaped.
 */
const UNRESOLVED = /%2F|%5C|\/\/|\/\.{1,2}(?:\/|$)/;

/**
 * Returns the path as a lenient reader resolves it, such as another library's file server: escaped slashes and
 * backslashes are separators, several slashes are treated as one, and `.` segments are removed. Guards also compare
 * this path, because such a reader can be behind them.
 *
 * @param path canonical, as from `canonicalPath`
 * @returns the path itself if such a reader resolves it to the same path; `null` for a path with a `..` segment, on
 *   which readers disagree: they merge slashes before or after resolving it, and can start below the prefix of a mount
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
