import { ROUTES } from '@mortise/base/keys';
import { factoriesOf, factoriesWith } from '@mortise/base/message';
import { ensure, nested, options } from '@mortise/base/options';
import type { MiddlewareInterface } from '@mortise/http-message';
import { checkedBasePath } from '@mortise/http-syntax';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConnectFactories, ConnectLayer } from './connect/connect-layer.js';
import { knownExchange } from './connect/connect-request.js';
import { basePathOf, divideTarget } from './connect/connect-target.js';

/**
 * Connect- or Express-style middleware: writes a response, or calls `next`. Its return value is ignored, except for a
 * promise that rejects, which has the same effect as `next(error)`.
 *
 * @typeParam Incoming the type of `req`, such as `Request` of Express
 * @typeParam Outgoing the type of `res`
 */
export type ConnectHandler<
  Incoming extends IncomingMessage = IncomingMessage,
  Outgoing extends ServerResponse = ServerResponse,
> = (incoming: Incoming, outgoing: Outgoing, next: (error?: unknown) => void) => unknown;

/** Options of {@link fromConnect}. */
export interface ConnectOptions {
  /**
   * The path within the application at which the handler is mounted: it receives only requests at or below this path,
   * which is removed from `req.url` but not from `req.originalUrl`, and is the `req.baseUrl` of Express. A trailing slash
   * is removed. Default: it receives every request, unchanged.
   */
  readonly path?: string | undefined;

  /** The message factories for the response that the handler writes. Default: the request's factories. */
  readonly factories?: ConnectFactories | undefined;
}

const declared = options<ConnectOptions>()('fromConnect', {
  path: nested(checkedBasePath),
  factories: factoriesWith('createResponse', 'createStream', 'createStreamFromResource'),
});

/**
 * Converts a Connect-style handler to middleware.
 *
 * `res` stands in for the real response: what the handler writes to it becomes the response that the middleware
 * returns, with the unread part of its body in memory. After `next()`, the inner application's response is written to
 * the same `res`, so that a `writeHead`, `write` or `end` that the handler has replaced applies to it. Headers that the
 * handler has set are kept unless the inner response sets them too; `Set-Cookie` and `Vary` are merged. `finish` is
 * emitted when the real response has ended, `close` after that, or when the client disconnects.
 *
 * The middleware fails with any error that is thrown, passed to `next`, or raised by the inner application, and with
 * `RESPONSE_INVALID` if the handler begins the response, calls `next` and does not end the response itself. Headers
 * that the handler has set are sent with the error response too, except those that describe content.
 *
 * The inner application sees changes that the handler makes to `req.url` and `req.method` before it calls `next`. It
 * cannot read a body that the handler has read. Trailers that the handler adds are not sent.
 *
 * A handler that is typed for Express is accepted, though its `req` and `res` lack the members of Express: see "From
 * Express".
 *
 * @returns middleware for applications that this package serves; elsewhere, it fails with `RAW_REQUEST_UNKNOWN`
 * @throws {OptionError} `OPTION_INVALID`, including for an Express error handler, which has four parameters
 */
export function fromConnect<Incoming extends IncomingMessage, Outgoing extends ServerResponse>(
  handler: ConnectHandler<Incoming, Outgoing>,
  given?: ConnectOptions,
): MiddlewareInterface {
  const isFunction = typeof handler === 'function';
  ensure(isFunction, 'fromConnect.handler', handler, 'a function (req, res, next)');
  // Express recognizes error handlers the same way.
  const isForErrors = handler.length === 4;
  ensure(!isForErrors, 'fromConnect.handler', handler, FOR_ERRORS);
  const { path: mount, factories: own } = declared(given);
  return {
    name: handler.name === '' ? 'fromConnect' : handler.name,
    process(request, inner) {
      const raw = knownExchange(request);
      const routesBelow = request.getAttribute(ROUTES)?.collector.getBasePath() ?? '';
      const target = request.getRequestTarget();
      const divided = divideTarget(target, basePathOf(request), mount, routesBelow);
      if (divided === null) return inner.handle(request);
      const factories = factoriesOf(request, own, 'fromConnect.factories');
      const layer = new ConnectLayer(raw, request, divided, inner, factories);
      const run = handler as unknown as ConnectHandler;
      return layer.process((res, next) => run(raw.incoming, res, next));
    },
  };
}

const FOR_ERRORS =
  'a function (req, res, next); one of (err, req, res, next) is never called: use app.setDefaultErrorHandler instead';
