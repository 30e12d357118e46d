import type { UrlQueryText } from '../contract.js';
import { RouterError } from '../router-error.js';

/**
 * Returns the query string.
 *
 * @param pattern the route's pattern, for the error message
 * @throws {RouterError} `URL_QUERY_INVALID` for a plain object: the router does not define how nested data is encoded
 */
export function acceptedQuery(query: string | UrlQueryText, pattern: string): string {
  if (typeof query === 'string') return query;
  const { toString } = query as { readonly toString?: unknown };
  if (typeof toString === 'function' && toString !== Object.prototype.toString)
    return String(query);
  const message = `invalid query for the URL of "${pattern}": received an object without its own toString(); expected a string, or new URLSearchParams(data)`;
  throw RouterError.of('URL_QUERY_INVALID', message, pattern);
}
