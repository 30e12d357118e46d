import { memberOf } from '@mortise/base';
import { DISPATCH_TIMEOUTS, REFUSED_REQUESTS, UNREACHABLE } from '@mortise/base/dispatcher';
import type { RequestInterface } from '@mortise/http-message';
import { NetworkError, type NetworkErrorCode, RequestError } from './http-client-error.js';

/**
 * Codes for something other than an HTTP response. The parser asserts what no server may send, such as a 101 that nobody
 * requested. A complete response whose length is not its `Content-Length` has two of them, or chunks as well.
 */
const INVALID: ReadonlySet<unknown> = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ERR_ASSERTION',
]);

/** Codes for a dispatcher that takes no more requests. */
const CLOSED: ReadonlySet<unknown> = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);

const TEXTS: Readonly<Record<NetworkErrorCode, string>> = {
  ABORTED: 'the request was aborted',
  CONNECT_FAILED: 'cannot connect to the server',
  RESPONSE_INVALID: 'the server sent something other than an HTTP response',
  RESPONSE_TOO_LARGE: 'the body of the response exceeds maxBytes',
  UPSTREAM_RESET: 'the server closed the connection before the end of its response',
  UPSTREAM_TIMEOUT: 'the server did not respond in time',
};

/**
 * Describes an undici failure.
 *
 * @param cause the dispatcher's error
 * @param hadConnection whether sending the request had begun
 */
export function networkErrorOf(
  cause: unknown,
  request: RequestInterface,
  hadConnection: boolean,
): NetworkError | RequestError {
  if (cause instanceof NetworkError || cause instanceof RequestError) return cause;
  const code = memberOf(cause, 'code');
  if (REFUSED_REQUESTS.has(code)) {
    return new RequestError(`invalid request: ${String(memberOf(cause, 'message'))}`, request, {
      cause,
    });
  }
  if (CLOSED.has(code)) {
    return new NetworkError('CONNECT_FAILED', 'the client or its dispatcher is closed', request, {
      cause,
    });
  }
  if (isOfParser(cause)) return failure('RESPONSE_INVALID', request, cause);
  return failure(hadConnection ? kindOf(code) : 'CONNECT_FAILED', request, cause);
}

/** Whether the response is not HTTP, or one that nobody asked for: 100, or another protocol. */
function isOfParser(cause: unknown): boolean {
  // The first has a code in some cases only, the second that of a closed socket.
  if (memberOf(cause, 'name') === 'HTTPParserError') return true;
  return (
    memberOf(cause, 'code') === 'UND_ERR_SOCKET' &&
    /^bad (?:response|upgrade)$/.test(String(memberOf(cause, 'message')))
  );
}

/** Creates an error with its code's text and the request's host: the rest of the URL can be secret. */
export function failure(
  code: NetworkErrorCode,
  request: RequestInterface,
  cause?: unknown,
): NetworkError {
  const text = `${TEXTS[code]} (${request.getUri().getHost()})`;
  return new NetworkError(code, text, request, cause === undefined ? undefined : { cause });
}

function kindOf(code: unknown): NetworkErrorCode {
  if (UNREACHABLE.has(code)) return 'CONNECT_FAILED';
  if (DISPATCH_TIMEOUTS.has(code)) return 'UPSTREAM_TIMEOUT';
  return INVALID.has(code) ? 'RESPONSE_INVALID' : 'UPSTREAM_RESET';
}
