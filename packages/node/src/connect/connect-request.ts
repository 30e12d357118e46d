import { MOST_BODY_BYTES, noteCookiesPassed } from '@mortise/base/adapter';
import { checkRequest } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import { NodeAdapterError } from '../node-adapter-error.js';
import { http1MessageOf } from '../http2/http1-message.js';
import { type RawExchange, rawExchangeOf } from '../request/raw-exchange.js';

/**
 * Returns the `req` that Connect-style handlers receive for a request, for example to read what they set on it:
 * `session`, `user`, `logout()`. All copies of a request share it, so you can also pass values to the handlers of inner
 * layers: `connectRequest<{ body: unknown }>(request).body = request.getParsedBody()`.
 *
 * Read the target, the headers and the body from the request itself.
 *
 * @typeParam T the members that outer layers have set on it; not checked. Make those optional that are not set for
 *   every request.
 * @throws {NodeAdapterError} `RAW_REQUEST_UNKNOWN` for a request that this package did not receive
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- types what is set at run time
export function connectRequest<T extends object>(
  request: ServerRequestInterface,
): IncomingMessage & T {
  checkRequest('connectRequest', request, 'getLifetime');
  const { incoming } = knownExchange(request);
  noteCookiesPassed(request);
  return incoming as IncomingMessage & T;
}

/**
 * Returns the Node objects of a request; over HTTP/2, `incoming` is a `node:http` message.
 *
 * @throws {NodeAdapterError} `RAW_REQUEST_UNKNOWN`; `BODY_TOO_LARGE` for a body that has arrived, and exceeds its limit
 */
export function knownExchange(request: ServerRequestInterface): RawExchange {
  const raw = rawExchangeOf(request);
  if (raw !== null) {
    continueWhenRead(raw);
    const incoming = http1MessageOf(raw.incoming);
    const { body } = raw.exchange;
    body?.allowDirectReads(incoming, (error) => {
      raw.exchange.directReadFailed(error);
    });
    const most = request.getLifetime().getValue(MOST_BODY_BYTES);
    if (most !== undefined) body?.limitDirectReads(incoming, most);
    return { ...raw, incoming };
  }
  const text =
    'this request was not received by @mortise/node, so it has no Node request; ' +
    'Connect-style handlers work only in applications served by serve() or toListener()';
  throw new NodeAdapterError('RAW_REQUEST_UNKNOWN', text);
}

/** Sends `100 Continue` when a handler reads the body: handlers expect that the server has already sent it. */
function continueWhenRead({ incoming, outgoing, exchange }: RawExchange): void {
  if (incoming.headers.expect === undefined || Object.hasOwn(incoming, '_read')) return;
  const read = incoming._read.bind(incoming);
  incoming._read = (size) => {
    if (!outgoing.headersSent) exchange.body?.continueOnce();
    read(size);
  };
}
