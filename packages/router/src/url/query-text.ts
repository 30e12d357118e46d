import type { UrlQueryText } from '../contract.js';
import { RouterError } from '../router-error.js';

/**
 * Returns the text of a query.
 *
 * @param pattern of the route, for the error
 * @throws {RouterError} `URL_QUERY_INVALID` for plain data: how data nest in a query is not the router's to decide
 */
export function queryText(query: string | UrlQueryText, pattern: string): string {
  if (typeof query === 'string') return query;
  const { toString } = query as { readonly toString?: unknown };
  if (typeof toString === 'function' && toString !== Object.prototype.toString)
    return String(query);
  const message = `invalid query for the URL of "${pattern}": received an object without a toString() of its own; expected text, or new URLSearchParams(data)`;
  throw RouterError.of('URL_QUERY_INVALID', message, pattern);
}
