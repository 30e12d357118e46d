import { parseForm } from '@mortise/form-encoding';
import type { QueryParams, UriInterface } from '@mortise/http-message';

const byUri = new WeakMap<UriInterface, QueryParams>();

/**
 * Parses the parameters of a query, frozen at every level.
 *
 * @param start index in `text` at which the query begins; the query extends to the end of `text`
 */
export function parseQuery(text: string, start: number): QueryParams {
  return parseForm(text, { start, frozen: true });
}

/** Returns the parameters of a URI's query, computed once per URI, because URIs never change. */
export function queryParamsOf(uri: UriInterface): QueryParams {
  const known = byUri.get(uri);
  if (known !== undefined) return known;
  const params = parseQuery(uri.getQuery(), 0);
  byUri.set(uri, params);
  return params;
}
