import { isHopByHop, quote } from '@mortise/base';
import type { RequestInterface } from '@mortise/http-message';
import { canonicalPath } from '@mortise/http-syntax';
import { FetchAdapterError } from '../fetch-adapter-error.js';
import { fieldPairsOf } from '../headers.js';
import {
  outgoingBody,
  type OutgoingBodyWatcher,
  type OutgoingContent,
  unwatched,
} from '../response/outgoing-body.js';
import { parseRequestUrl } from './request-url.js';

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** `Content-Length`, with any character for `-`, as CGI-like targets read it. */
const LENGTH = /^content[^a-z0-9]length$/i;
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Converts a request to the platform's `Request`: for a fetch-style handler, or for `fetch`.
 *
 * The URL is the request's URI without user info, which a `Request` does not allow, and without a fragment, which is
 * not sent; `http` and `localhost` replace a missing scheme and host. The body of a GET or HEAD request is omitted,
 * because the platform refuses it. Headers for the server that received the request are omitted: connection headers,
 * `Expect`, `HTTP2-Settings`, `Proxy` and `Proxy-*`. Their names, and those in `Connection`, match with any character
 * in place of `-`, as CGI-like targets read them.
 *
 * @param signal aborts the platform's request
 * @throws {FetchAdapterError} `PATH_AMBIGUOUS` (`status` 400) for dot segments, which the platform would resolve, so
 *   that the two sides would see different paths; `URL_INVALID` (400) for a host that the platform refuses;
 *   `METHOD_UNSUPPORTED` (501) for CONNECT, TRACE and TRACK; `BODY_CONSUMED` for a body that was read before
 */
export function toRequest(request: RequestInterface, signal?: AbortSignal): Request {
  return toWatchedRequest(request, signal, unwatched);
}

/** Like {@link toRequest}, with a watcher for a body that is a stream. */
export function toWatchedRequest(
  request: RequestInterface,
  signal: AbortSignal | undefined,
  watcher: OutgoingBodyWatcher,
): Request {
  const url = urlOf(request);
  const made = create(url, request, signal, watcher);
  if (pathOf(made.url) !== pathOf(url)) {
    const text = 'The path contains dot segments, which a Request resolves.';
    throw new FetchAdapterError('PATH_AMBIGUOUS', text, 400);
  }
  return made;
}

function create(
  url: string,
  request: RequestInterface,
  signal: AbortSignal | undefined,
  watcher: OutgoingBodyWatcher,
): Request {
  const method = request.getMethod();
  if (FORBIDDEN.has(method.toUpperCase())) {
    const text = `a Request cannot have the method ${method}`;
    throw new FetchAdapterError('METHOD_UNSUPPORTED', text, 501);
  }
  if (!URL.canParse(url)) {
    const text = `A Request cannot have the URL ${quote(url)}.`;
    throw new FetchAdapterError('URL_INVALID', text, 400);
  }
  const pairs = fieldPairsOf(request.getRawHeaders());
  const headers = new Headers(pairs.filter(([name]) => !isHopByHop(name) && !LENGTH.test(name)));
  const body = BODILESS.has(method.toUpperCase()) ? null : bodyOf(request, watcher);
  const made = new Request(url, { method, headers, body, duplex: 'half', signal: signal ?? null });
  // The platform adds a content type for text if there is none.
  if (!headers.has('content-type')) made.headers.delete('content-type');
  return made;
}

function bodyOf(request: RequestInterface, watcher: OutgoingBodyWatcher): OutgoingContent {
  const body = request.getBody();
  if (body.isSeekable()) body.rewind();
  else if (!body.isReadable() || body.tell() > 0) {
    const text =
      'the request body has already been read: let the layer that reads it pass on request.withBody(...), or leave it unread with { body: false }';
    throw new FetchAdapterError('BODY_CONSUMED', text);
  }
  const content = body.inMemory() ?? outgoingBody(body, -1, watcher);
  return typeof content === 'string' && content === '' ? null : content;
}

function urlOf(request: RequestInterface): string {
  const uri = request.getUri();
  let absolute = uri.withUserInfo('').withFragment('');
  if (uri.getHost() === '') absolute = absolute.withHost('localhost');
  if (uri.getScheme() === '') absolute = absolute.withScheme('http');
  // Below its base path, a mounted application sees a slash, even if the client sent none.
  if (canonicalPath(uri.getPath()) === '/' && isBasePath(request)) absolute = absolute.withPath('');
  return absolute.toString();
}

/** Whether the received path is the base path without a trailing slash, or the part of it after a proxy's prefix. */
function isBasePath(request: RequestInterface): boolean {
  const base = request.getUri().getBasePath();
  const [sent = ''] = request.getRequestTarget().split('?', 1);
  // eslint-disable-next-line eslint-rules/compare-request-path -- a slash has one spelling
  return base !== '' && /^\/.*[^/]$/s.test(sent) && base.endsWith(canonicalPath(sent) ?? '/');
}

function pathOf(url: string): string {
  const { target } = parseRequestUrl(url);
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark);
}
