import { OptionError } from '@mortise/base/options';
import type { ResponseInterface } from '@mortise/http-message';
import { formatHttpDate, isEntityTag } from '@mortise/http-syntax';
import { cacheControl, type CacheType } from './cache-control.js';

/**
 * Allows caches to store a response.
 *
 * @param type default: `private`
 * @param maxAge seconds; default: unset
 * @param mustRevalidate default: `false`
 * @throws {OptionError} `OPTION_INVALID`
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

/** Forbids storing a response. @see RFC 9111 5.2.2.5 */
export function denyCache<R extends ResponseInterface>(response: R): R {
  return response.withHeader('Cache-Control', 'no-store');
}

/**
 * Sets when a response becomes stale. `Cache-Control: max-age` takes precedence.
 *
 * @param time a date, or seconds since 1970
 * @throws {OptionError} `OPTION_INVALID` for an invalid date
 * @see RFC 9111 5.3
 */
export function withExpires<R extends ResponseInterface>(response: R, time: Date | number): R {
  return response.withHeader('Expires', httpDate(time));
}

/**
 * Sets the entity tag of a response.
 *
 * @param value without quotes: visible ASCII except the double quote, or U+0080 to U+00FF
 * @param type `strong` (the default) if equal tags mean equal bytes, `weak` if they mean equal content
 * @throws {OptionError} `OPTION_INVALID`
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
  if (isEntityTag(tag)) return response.withHeader('ETag', tag);
  throw new OptionError('value', value, 'an entity tag without quotes or spaces');
}

/**
 * Sets when the content of a response was last changed, to the second.
 *
 * @param time a date, or seconds since 1970
 * @throws {OptionError} `OPTION_INVALID` for an invalid date
 * @see RFC 9110 8.8.2
 */
export function withLastModified<R extends ResponseInterface>(response: R, time: Date | number): R {
  return response.withHeader('Last-Modified', httpDate(time));
}

function httpDate(time: Date | number): string {
  const given = typeof time === 'number' ? new Date(time * 1000) : time;
  const date = given instanceof Date ? formatHttpDate(given) : null;
  if (date === null) throw new OptionError('time', time, 'a valid Date, or seconds since 1970');
  return date;
}
