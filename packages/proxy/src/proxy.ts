import { isHandshake } from '@mortise/base/upgrade';
import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { ProxyExchange } from './proxy-exchange.js';
import { maxForwards } from './max-forwards.js';
import { type ProxyOptions, type ResolvedProxyOptions, resolveOptions } from './proxy-options.js';
import { type UpstreamBody, upstreamBody } from './upstream-body.js';
import { upstreamFields, upstreamPath } from './upstream-request.js';

/** A handler that forwards requests. */
export interface ProxyInterface extends RequestHandlerInterface {
  /**
   * Closes the connections to the target, once their responses are complete: call it after the server has closed, such as
   * with `server.onClosed(() => api.close())`.
   *
   * @returns settles when they are closed; immediately with a `dispatcher`, which stays open
   */
  close(): Promise<void>;
}

/**
 * Returns a handler that forwards requests to another service, and passes its responses back: a reverse proxy (a
 * gateway in RFC 9110). Bytes of bodies pass unchanged both ways, at the pace of the slower side; headers pass except
 * those for one connection (RFC 9110 7.6.1). If the client disconnects, the request to the target is aborted.
 *
 * The body must be unread: give the route the `{ body: false }` option.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function proxy(options: ProxyOptions): ProxyInterface {
  const resolved = resolveOptions(options);
  return {
    async handle(request) {
      if (maxForwards(request) === 0) return resolved.factories(request).createResponse(204);
      const path = upstreamPath(request, resolved);
      const headers = upstreamFields(request, resolved);
      const reading = upstreamBody(request);
      const body = reading instanceof Promise ? await reading : reading;
      if (body.length !== null) headers.push('Content-Length', String(body.length));
      return forwarded(request, path, headers, body, resolved);
    },
    close: () => resolved.close(),
  };
}

function forwarded(
  request: ServerRequestInterface,
  path: string,
  headers: string[],
  body: UpstreamBody,
  options: ResolvedProxyOptions,
): Promise<ResponseInterface> {
  const { dispatcher, origin, timeout } = options;
  return new Promise((resolve, reject) => {
    const exchange = new ProxyExchange(request, options, body, { resolve, reject });
    dispatcher.dispatch(
      {
        ...{ origin, path, method: request.getMethod(), headers, body: body.content },
        ...{ headersTimeout: timeout, bodyTimeout: timeout },
        upgrade: options.upgrades && isHandshake(request) ? 'websocket' : null,
      },
      exchange,
    );
    exchange.begin();
    // Not `signal`, which costs each request an AbortController.
    request.getLifetime().onEnd((end) => {
      exchange.stop(end.error);
    });
  });
}
