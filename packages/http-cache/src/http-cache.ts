import { isThenable } from '@mortise/base';
import { factoriesOf, factoriesWith, HeaderBatch, withMissingHeaders } from '@mortise/base/message';
import { boolean, choice, ensure, integer, optional, options, or } from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { cacheControl, type CacheType } from './cache-control.js';
import { isNonceUsed } from './is-nonce-used.js';
import { isNotModified, notModified } from './not-modified.js';

/** The `Cache-Control` that `httpCache` sets on responses to GET and HEAD with a status below 400, if they have none. */
export interface HttpCacheOptions {
  /**
   * Which caches may store them; `'public'` becomes `private` for a response with a cookie. Default: `Cache-Control` is not
   * set.
   */
  readonly type?: CacheType;

  /** Seconds during which they are fresh, 0 for `no-cache`; only with {@link type}. Default: unset. */
  readonly maxAge?: number;

  /** Only with {@link type}. Default: `false`. */
  readonly mustRevalidate?: boolean;

  /** Creates the empty body of a 304. Default: the factories that come with the request. */
  readonly factories?: StreamFactoryInterface;
}

const declared = options<HttpCacheOptions>()('httpCache', {
  type: optional(choice('private', 'public')),
  maxAge: optional(integer(0, undefined, 'seconds')),
  mustRevalidate: or(boolean, false),
  factories: factoriesWith('createStream'),
});

/**
 * Responds with 304 to GET and HEAD if the client already has the response, by its ETag or Last-Modified, and
 * sets `Cache-Control` if `type` is set and the response has none. Responses to other methods and errors (400 and above) never
 * get it, so that no cache stores another visitor's 401, or a 500 beyond the fault.
 *
 * Add it inside compression and outside `etag()`.
 *
 * @throws {OptionError} `OPTION_INVALID`
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
  // A shared cache would hand out the cookie of one visitor to the next (RFC 9111 7.3).
  const withCookie = type === undefined ? usual : batch('private');

  const cached = (
    request: ServerRequestInterface,
    response: ResponseInterface,
    streams: StreamFactoryInterface,
  ): ResponseInterface => {
    const described = isReusable(request, response)
      ? withMissingHeaders(response, response.hasHeader('Set-Cookie') ? withCookie : usual)
      : response;
    return isNotModified(request, described) && !isNonceUsed(request)
      ? notModified(described, streams)
      : described;
  };

  return {
    name: 'httpCache',
    process(request, handler) {
      const streams = factoriesOf(request, factories, 'httpCache.factories');
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
