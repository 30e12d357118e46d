import type { RequestInterface, UriInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { HeaderList, NO_HEADERS } from './header-list.js';
import { Message } from './message.js';
import { invalid } from './message-error.js';
import { joinedPath } from './uri.js';

const FORBIDDEN_IN_TARGET = /[\s\p{Cc}]/u;

/** The common part of both kinds of request. It has no fields, like {@link Message}. */
export abstract class RequestMessage extends Message implements RequestInterface {
  abstract getMethod(): string;
  abstract withMethod(method: string): this;
  abstract getUri(): UriInterface;
  abstract withRequestTarget(requestTarget: string): this;

  /** The explicit target; `null` if the URI determines it. */
  protected abstract givenTarget(): string | null;
  protected abstract replaceUri(uri: UriInterface): this;

  getRequestTarget(): string {
    return this.givenTarget() ?? targetOf(this.getUri());
  }

  withUri(uri: UriInterface, preserveHost = false): this {
    const copy = this.replaceUri(uri);
    const host = hostField(uri);
    if (host === '' || (preserveHost && this.getHeaderLine('Host') !== '')) return copy;
    return copy.withHeaderList(copy.headerList().withHost(host));
  }
}

/** The Host header for a URI (RFC 9110 7.2); `''` if the URI has no host. */
function hostField(uri: UriInterface): string {
  const host = uri.getHost();
  const port = uri.getPort();
  return host === '' || port === null ? host : `${host}:${port}`;
}

/** The initial headers of a request that was created by code. */
export function handmadeHeaders(uri: UriInterface): HeaderList {
  const host = hostField(uri);
  return host === '' ? NO_HEADERS : HeaderList.of(['Host', host]);
}

/** Returns the method if it is a token. */
export function checkedMethod(method: string): string {
  if (typeof method === 'string' && isToken(method)) return method;
  throw invalid('METHOD_INVALID', 'method', 'a token', method);
}

/** Returns the target if it is valid in a request line. */
export function checkedTarget(target: string): string {
  if (typeof target === 'string' && target !== '' && !FORBIDDEN_IN_TARGET.test(target)) {
    return target;
  }
  const expected = 'a non-empty string without whitespace or control characters';
  throw invalid('TARGET_INVALID', 'request target', expected, target);
}

function targetOf(uri: UriInterface): string {
  const path = joinedPath(uri.getBasePath(), uri.getPath());
  const query = uri.getQuery();
  return (path.startsWith('/') ? path : `/${path}`) + (query === '' ? '' : `?${query}`);
}
