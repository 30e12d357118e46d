import { isThenable } from '@mortise/base';
import { passedCookies } from '@mortise/base/adapter';
import {
  factoriesOf,
  factoriesWith,
  HeaderBatch,
  isSingleUse,
  notModified,
  withMissingHeaders,
  withVary,
} from '@mortise/base/message';
import { boolean, choice, ensure, integer, optional, options, or } from '@mortise/base/options';
import type {
  AttributeKey,
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { cacheControl, type CacheType } from './cache-control.js';
import { isNotModified } from './is-not-modified.js';

/**
 * Options of {@link httpCache}: the `Cache-Control` of responses to GET and HEAD that have none and a status below 400.
 */
export interface HttpCacheOptions {
  /**
   * Which caches may store a response: sets `Cache-Control` of GET and HEAD responses with a status below 400 that do
   * not have it. `'public'` becomes `private` for a response that sets a cookie, for a request with `Authorization`, and
   * for one whose cookies an endpoint describes, or a mounted fetch handler, a proxied service or Connect-style middleware
   * may have read.
   * Default: `Cache-Control` is not set.
   */
  readonly type?: CacheType | undefined;

  /** Seconds for which a response is fresh, 0 for `no-cache`; requires {@link type}. Default: unset. */
  readonly maxAge?: number | undefined;

  /** Whether a stale response must never be used; requires {@link type}. Default: `false`. */
  readonly mustRevalidate?: boolean | undefined;

  /** Creates the empty body of a 304. Default: the request's factories. */
  readonly factories?: StreamFactoryInterface | undefined;
}

/** A value of the lifetime: a layer outside can respond with 304. Only set for a request with `If-None-Match`. */
export const ANSWERS_304: AttributeKey<true> = 'mortise.answers-304';

const declared = options<HttpCacheOptions>()('httpCache', {
  type: optional(choice('private', 'public')),
  maxAge: optional(integer(0, undefined, 'seconds')),
  mustRevalidate: or(boolean, false),
  factories: factoriesWith('createStream'),
});

/**
 * Returns middleware that responds with 304 to GET and HEAD if the client already has the response, according to its
 * ETag or Last-Modified. If `type` is set, it also sets `Cache-Control` on responses that have none. Responses to other
 * methods and errors (400 and above) never get it, so that no cache stores another visitor's 401, or keeps a 500 after
 * the fault is fixed.
 *
 * Add it inside compression and outside `etag()`.
 *
 * @throws {OptionError} if an option is unknown or has a wrong value
 * @see RFC 9110 13.2.2, 15.4.5
 */
export function httpCache(given: HttpCacheOptions = {}): MiddlewareInterface {
  const { type, maxAge, mustRevalidate, factories } = declared(given);
  const hasType = type !== undefined || (maxAge === undefined && !mustRevalidate);
  const expected = '"private" or "public", because maxAge or mustRevalidate is set';
  ensure(hasType, 'httpCache.type', type, expected);
  const batch = (of: CacheType) =>
    new HeaderBatch([['Cache-Control', cacheControl(of, maxAge ?? null, mustRevalidate)]]);
  const usual = type === undefined ? new HeaderBatch([]) : batch(type);
  // A shared cache would send one visitor's cookie to the next (RFC 9111 7.3); after `Authorization`, it stores only
  // what is `public` (3.5).
  const personal = type === undefined ? usual : batch('private');

  const defaulted = (
    request: ServerRequestInterface,
    response: ResponseInterface,
  ): ResponseInterface => {
    if (type === undefined || response.hasHeader('Cache-Control')) return response;
    const ofCookies = passedCookies(request);
    const isPersonal =
      ofCookies || response.hasHeader('Set-Cookie') || request.hasHeader('Authorization');
    const described = withMissingHeaders(response, isPersonal ? personal : usual);
    return ofCookies ? withVary(described, ['Cookie']) : described;
  };

  const cached = (
    request: ServerRequestInterface,
    response: ResponseInterface,
    streams: StreamFactoryInterface,
  ): ResponseInterface => {
    const described = isReusable(request, response) ? defaulted(request, response) : response;
    return isNotModified(request, described) && !isSingleUse(request)
      ? notModified(request, described, streams.createStream())
      : described;
  };

  return {
    name: 'httpCache',
    process(request, handler) {
      const streams = factoriesOf(request, factories, 'httpCache.factories');
      if (request.hasHeader('If-None-Match')) request.getLifetime().setValue(ANSWERS_304, true);
      const response = handler.handle(request);
      return isThenable(response)
        ? response.then((later) => cached(request, later, streams))
        : cached(request, response, streams);
    },
  };
}

function isReusable(request: ServerRequestInterface, response: ResponseInterface): boolean {
  const method = request.getMethod();
  return (method === 'GET' || method === 'HEAD') && response.getStatusCode() < 400;
}
