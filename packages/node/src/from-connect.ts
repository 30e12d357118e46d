import { factoriesOf, factoriesWith } from '@mortise/base/message';
import { ensure, nested, options } from '@mortise/base/options';
import type { MiddlewareInterface } from '@mortise/http-message';
import { checkedBasePath } from '@mortise/http-syntax';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConnectFactories, ConnectLayer } from './connect/connect-layer.js';
import { knownExchange } from './connect/connect-request.js';
import { basePathOf, divideTarget } from './connect/connect-target.js';

/**
 * Middleware in the style of Connect and Express: writes a response, or calls `next`. Its return value is
 * ignored, except for a promise that rejects, which is the same as `next(error)`.
 */
export type ConnectHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/** Where and how a handler is mounted. */
export interface ConnectOptions {
  /**
   * The path within the application at which the handler is mounted: it receives only requests for this path and
   * below, without the path in `req.url` (`req.originalUrl` includes it). A trailing slash is removed.
   * Default: it receives every request, unchanged.
   */
  readonly path?: string;

  /** Create the response that the handler writes. Default: the factories that come with the request. */
  readonly factories?: ConnectFactories;
}

const declared = options<ConnectOptions>()('fromConnect', {
  path: nested(checkedBasePath),
  factories: factoriesWith('createResponse', 'createStream', 'createStreamFromResource'),
});

/**
 * Converts a Connect-style handler to middleware.
 *
 * `res` represents the real response: what the handler writes to it becomes the response that the layer returns, with the
 * unread part of its body in memory. After `next()` the response of the inner application goes through the same `res`, so
 * that a `writeHead`, `write` or `end` that the handler has replaced acts on it. Headers that the handler has set are kept
 * unless that response has the same ones; `Set-Cookie` and `Vary` are merged. `finish` is emitted when the real response
 * has ended, `close` also when the client disconnects.
 *
 * An error that is passed to `next`, thrown, or comes from the inner application is an error of the layer. The headers that
 * the handler has set are sent with the error response too, except those that describe content.
 *
 * The inner application gets the changes that the handler makes to `req.url` and `req.method` before it calls
 * `next`. It cannot read a body that the handler has read. Trailers that the handler adds are not sent.
 *
 * @returns middleware for applications that this package serves; for others it fails with
 *   `RAW_REQUEST_UNKNOWN`
 * @throws {OptionError} `OPTION_INVALID`, even for an error handler of Express: a function with four parameters
 */
export function fromConnect(handler: ConnectHandler, given?: ConnectOptions): MiddlewareInterface {
  const isFunction = typeof handler === 'function';
  ensure(isFunction, 'fromConnect.handler', handler, 'a function (req, res, next)');
  // The way in which Express knows one.
  const isForErrors = handler.length === 4;
  ensure(!isForErrors, 'fromConnect.handler', handler, FOR_ERRORS);
  const { path: mount, factories: own } = declared(given);
  return {
    name: handler.name === '' ? 'fromConnect' : handler.name,
    process(request, inner) {
      const raw = knownExchange(request);
      const divided = divideTarget(request.getRequestTarget(), basePathOf(request), mount);
      if (divided === null) return inner.handle(request);
      const factories = factoriesOf(request, own, 'fromConnect.factories');
      const layer = new ConnectLayer(raw, request, divided, inner, factories);
      return layer.process((res, next) => handler(raw.incoming, res, next));
    },
  };
}

const FOR_ERRORS =
  'a function (req, res, next); one of (err, req, res, next) is never called: use app.setDefaultErrorHandler instead';
