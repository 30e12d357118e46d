import { parseForm } from '@mortise/form-encoding';
import type { QueryParams } from '@mortise/http-message';
import { computed, type Fact } from './fact.js';

/** The parameters of a query, as PHP's `parse_str` reads them. */
export function queryParams(query: Fact<string>): Fact<QueryParams> {
  return computed(() => parseForm(query()));
}
