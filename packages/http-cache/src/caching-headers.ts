import { OptionError } from '@mortise/base/options';
import type { ResponseInterface } from '@mortise/http-message';
import { formatHttpDate, isEntityTag } from '@mortise/http-syntax';
import { cacheControl, type CacheType } from './cache-control.js';

/**
 * Allows caches to store a response, by setting `Cache-Control`.
 *
 * @param type default: `private`
 * @param maxAge seconds for which the response is fresh, 0 for `no-cache`; default: unset
 * @param mustRevalidate whether a stale response must never be used; default: `false`
 * @throws {OptionError} for an invalid argument
 * @see RFC 9111 5.2.2
 */
export function allowCache<R extends ResponseInterface>(
  response: R,
  type: CacheType = 'private',
  maxAge: number | null = null,
  mustRevalidate = false,
): R {
  return response.withHeader('Cache-Control', cacheControl(type, maxAge, mustRevalidate));
}

/** Forbids caches from storing a response: `Cache-Control: no-store`. @see RFC 9111 5.2.2.5 */
export function denyCache<R extends ResponseInterface>(response: R): R {
  return response.withHeader('Cache-Control', 'no-store');
}

/**
 * Sets the time at which a response becomes stale, in `Expires`. `Cache-Control: max-age` takes precedence.
 *
 * @param time a date, or seconds since 1970
 * @throws {OptionError} for an invalid date
 * @see RFC 9111 5.3
 */
export function withExpires<R extends ResponseInterface>(response: R, time: Date | number): R {
  return response.withHeader('Expires', httpDate(time));
}

/**
 * Sets the entity tag of a response.
 *
 * @param value the tag without quotes: visible ASCII characters except the double quote, and U+0080 to U+00FF
 * @param type `strong` (default) if equal tags guarantee equal bytes, `weak` if they only guarantee equivalent content
 * @throws {OptionError} for an invalid argument
 * @see RFC 9110 8.8.3
 */
export function withEtag<R extends ResponseInterface>(
  response: R,
  value: string,
  type: 'strong' | 'weak' = 'strong',
): R {
  if (!['strong', 'weak'].includes(type)) {
    throw new OptionError('type', type, '"strong" or "weak"');
  }
  const tag = `${type === 'weak' ? 'W/' : ''}"${value}"`;
  // The tag "undefined" would be that of all resources without a version.
  if (typeof value === 'string' && isEntityTag(tag)) return response.withHeader('ETag', tag);
  throw new OptionError('value', value, 'an entity tag without quotes or spaces');
}

/**
 * Sets the time at which the content of a response was last changed, in `Last-Modified`, truncated to seconds. A time in
 * the future becomes the current one.
 *
 * @param time a date, or seconds since 1970
 * @throws {OptionError} for an invalid date
 * @see RFC 9110 8.8.2, 8.8.2.1
 */
export function withLastModified<R extends ResponseInterface>(response: R, time: Date | number): R {
  return response.withHeader('Last-Modified', httpDate(time, Date.now()));
}

function httpDate(time: Date | number, latest = Infinity): string {
  const given = typeof time === 'number' ? new Date(time * 1000) : time;
  const date =
    given instanceof Date ? formatHttpDate(new Date(Math.min(given.getTime(), latest))) : null;
  if (date === null) throw new OptionError('time', time, 'a valid Date, or seconds since 1970');
  return date;
}
