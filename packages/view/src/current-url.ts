import type { UriInterface } from '@mortise/http-message';

/**
 * Returns the path of a URI with its base path, for links to the same page.
 *
 * @param withQuery whether the query is appended, if there is one
 * @returns `/` for an empty path; never begins with `//`
 */
export function currentUrl(uri: UriInterface, withQuery = false): string {
  const path = uri.getBasePath() + uri.getPath() || '/';
  const query = withQuery ? uri.getQuery() : '';
  // A client that requests "//other.example/" would otherwise choose where the form of an error page is sent: RFC 3986 4.2.
  const local = path.startsWith('//') ? `/.${path}` : path;
  return query === '' ? local : `${local}?${query}`;
}
