import { OptionError } from '@mortise/base/options';

/** Who may store a response: every cache, or only the browser. */
export type CacheType = 'private' | 'public';

/**
 * Returns a value of `Cache-Control` that allows storing a response.
 *
 * @param maxAge seconds for which the response is fresh. 0 becomes `no-cache`: it is stored, but revalidated before
 *   each use. `null` lets the cache decide.
 * @param mustRevalidate whether a stale response must never be used
 * @throws {OptionError} for an invalid `type` or `mustRevalidate`, or if `maxAge` is not an integer of at least 0
 * @see RFC 9111 5.2.2
 */
export function cacheControl(
  type: CacheType,
  maxAge: number | null,
  mustRevalidate: boolean,
): string {
  if (!['private', 'public'].includes(type)) {
    throw new OptionError('type', type, '"private" or "public"');
  }
  if (maxAge !== null && !(Number.isSafeInteger(maxAge) && maxAge >= 0)) {
    throw new OptionError('maxAge', maxAge, 'an integer of at least 0, in seconds');
  }
  if (typeof mustRevalidate !== 'boolean') {
    throw new OptionError('mustRevalidate', mustRevalidate, 'true or false');
  }
  const age = maxAge === 0 ? ', no-cache' : maxAge === null ? '' : `, max-age=${maxAge}`;
  return `${type}${age}${mustRevalidate ? ', must-revalidate' : ''}`;
}
