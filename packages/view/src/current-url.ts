import type { UriInterface } from '@mortise/http-message';

/**
 * Returns the path of a URI, including its base path, for links to the same page.
 *
 * @param withQuery whether to append the query, if there is one
 * @returns `/` for an empty path; never begins with `//`
 */
export function currentUrl(uri: UriInterface, withQuery = false): string {
  const path = uri.getBasePath() + uri.getPath() || '/';
  const query = withQuery ? uri.getQuery() : '';
  // Otherwise, a client that requests "//other.example/" could choose where a form on an error page is sent (RFC 3986
  // 4.2).
  const local = path.startsWith('//') ? `/.${path}` : path;
  return query === '' ? local : `${local}?${query}`;
}
