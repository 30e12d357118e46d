import type { MediaType } from '@mortise/http-syntax';
import type { ByMediaType } from './contract.js';

/** Returns the entries by lower-case key; of two keys that differ only in case, the last wins. */
export function byMediaType<T>(entries: ByMediaType<T>): Map<string, T> {
  return new Map(Object.entries(entries).map(([type, entry]) => [type.toLowerCase(), entry]));
}

/**
 * Returns the entry for a media type: for the type itself, otherwise for its suffix, otherwise for the suffix as a type
 * (`application/json` for `application/problem+json`), otherwise `null`.
 *
 * @param all the entries, with lower-case keys
 */
export function forMediaType<T>(all: ReadonlyMap<string, T>, type: MediaType): T | null {
  const { essence, suffix } = type;
  const bySuffix = suffix === '' ? undefined : all.get(`application/${suffix.slice(1)}`);
  return all.get(essence) ?? all.get(suffix) ?? bySuffix ?? null;
}
