import { parseForm } from '@mortise/form-encoding';
import type { QueryParams, UriInterface } from '@mortise/http-message';
import { computed, type Fact } from './fact.js';

/** The parameters of a URI's query, as PHP's `parse_str` reads them. */
export function queryOf(uri: Fact<UriInterface>): Fact<QueryParams> {
  return computed(() => parseForm(uri().getQuery()));
}
