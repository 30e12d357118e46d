import type { ServerRequestInterface, UriInterface } from '@mortise/http-message';
import { KEEP_TARGET } from '../symbols.js';

/** A request that can replace its URI and keep its target. */
export interface TargetKeeper extends ServerRequestInterface {
  /** Returns a copy with another URI and the same target. */
  [KEEP_TARGET](uri: UriInterface): this;
}

/**
 * Returns a request with another URI of the same resource on the same host, such as one with a longer base path. Its
 * target stays as it was received until `withUri` is called; for foreign requests, until `withRequestTarget` is called.
 */
export function withUriKeepingTarget(
  request: ServerRequestInterface,
  uri: UriInterface,
): ServerRequestInterface {
  return KEEP_TARGET in request
    ? (request as TargetKeeper)[KEEP_TARGET](uri)
    : request.withUri(uri, true).withRequestTarget(request.getRequestTarget());
}
