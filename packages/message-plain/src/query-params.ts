import { parseForm } from '@mortise/form-encoding';
import type { QueryParams } from '@mortise/http-message';
import { computed, type Fact } from './fact.js';

/** Returns the parameters of a query as a fact, parsed like PHP's `parse_str`. */
export function queryParams(query: Fact<string>): Fact<QueryParams> {
  return computed(() => parseForm(query()));
}
