import { isThenable } from '@mortise/base';
import { CSP_NONCE_USED } from '@mortise/base/keys';
import { HeaderBatch, withMissingHeaders } from '@mortise/base/message';
import { OptionChecks } from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
  StreamFactoryInterface,
} from '@mortise/http-message';
import { cacheControl, type CacheType } from './cache-control.js';
import { HttpCacheError } from './http-cache-error.js';
import { isNotModified, notModified } from './not-modified.js';

/** The `Cache-Control` that `httpCache` sets on responses without one. */
export interface HttpCacheOptions {
  /** Who may store them. Default: `Cache-Control` is not set. */
  readonly type?: CacheType;

  /** Seconds during which they are fresh, 0 for `no-cache`; only with {@link type}. Default: unset. */
  readonly maxAge?: number;

  /** Only with {@link type}. Default: `false`. */
  readonly mustRevalidate?: boolean;

  /** Creates the empty body of a 304. Default: the factories that come with the request. */
  readonly factories?: StreamFactoryInterface;
}

const OPTIONS: Record<keyof HttpCacheOptions, 0> = {
  type: 0,
  maxAge: 0,
  mustRevalidate: 0,
  factories: 0,
};
const checks = new OptionChecks(HttpCacheError);

/**
 * Responds with 304 to GET and HEAD if the client already has the response, by its ETag or Last-Modified, and
 * sets `Cache-Control` if `type` is set and the response has none.
 *
 * Add it inside of compression and outside of `etag()`.
 *
 * @throws {HttpCacheError} `OPTION_INVALID`
 * @see RFC 9110 13.2.2, 15.4.5
 */
export function httpCache(options: HttpCacheOptions = {}): MiddlewareInterface {
  checks.names(options, OPTIONS);
  const { type, maxAge, mustRevalidate = false, factories } = options;
  const factory = 'a stream factory, such as app.factories';
  if (factories !== undefined) checks.methods('factories', factories, ['createStream'], factory);
  const hasType = type !== undefined || (maxAge === undefined && !mustRevalidate);
  checks.that(hasType, 'type', type, '"private" or "public" beside maxAge and mustRevalidate');
  const usual = new HeaderBatch(
    type === undefined
      ? []
      : [['Cache-Control', cacheControl(type, maxAge ?? null, mustRevalidate)]],
  );

  const cached = (
    request: ServerRequestInterface,
    response: ResponseInterface,
    streams: StreamFactoryInterface,
  ): ResponseInterface => {
    const described = withMissingHeaders(response, usual);
    return isNotModified(request, described) && !isNonceUsed(request)
      ? notModified(described, streams)
      : described;
  };

  return {
    name: 'httpCache',
    process(request, handler) {
      const streams = checks.factories('httpCache.factories', factories, request);
      const response = handler.handle(request);
      return isThenable(response)
        ? response.then((later) => cached(request, later, streams))
        : cached(request, response, streams);
    },
  };
}

/** Whether the response to a request has a nonce: it must neither be tagged nor be a 304. */
export function isNonceUsed(request: Pick<ServerRequestInterface, 'getLifetime'>): boolean {
  return request.getLifetime().getValue(CSP_NONCE_USED) === true;
}
