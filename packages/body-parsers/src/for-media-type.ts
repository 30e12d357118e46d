import type { MediaType } from '@mortise/http-syntax';
import type { ByMediaType } from './contract.js';

/** Entries in lower case; of two that differ only in case, the last wins. */
export function byMediaType<T>(entries: ByMediaType<T>): Map<string, T> {
  return new Map(Object.entries(entries).map(([type, entry]) => [type.toLowerCase(), entry]));
}

/**
 * The entry for a media type: that of the type itself, else that of its suffix, else that of the suffix
 * as a type (`application/json` for `application/problem+json`), else `null`.
 *
 * @param all entries in lower case
 */
export function forMediaType<T>(all: ReadonlyMap<string, T>, type: MediaType): T | null {
  const { essence, suffix } = type;
  const bySuffix = suffix === '' ? undefined : all.get(`application/${suffix.slice(1)}`);
  return all.get(essence) ?? all.get(suffix) ?? bySuffix ?? null;
}
