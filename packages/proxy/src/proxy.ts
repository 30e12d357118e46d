import { noteCookiesPassed } from '@mortise/base/adapter';
import { isHandshake } from '@mortise/base/upgrade';
import type {
  RequestHandlerInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { type AllowedOrigins, isAllowedOrigin } from '@mortise/http-syntax';
import { ProxyExchange } from './proxy-exchange.js';
import { maxForwards } from './max-forwards.js';
import { ProxyError, wasClosed } from './proxy-error.js';
import { type ProxyOptions, resolveOptions } from './proxy-options.js';
import { upstreamBody } from './upstream-body.js';
import { upstreamFields, upstreamPath } from './upstream-request.js';

/** Methods whose request is sent a second time if the target closes its connection instead of responding. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

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
  const { dispatcher, origin, timeout } = resolved;
  return {
    async handle(request) {
      if (maxForwards(request) === 0) return resolved.factories(request).createResponse(204);
      noteCookiesPassed(request);
      const isUpgrade = resolved.upgrades && isHandshake(request);
      if (isUpgrade) refuseOtherOrigins(request, resolved.origins);
      const method = request.getMethod();
      const path = upstreamPath(request, resolved);
      const headers = upstreamFields(request, resolved);
      const body = await upstreamBody(request);
      if (body.length !== null) headers.push('Content-Length', String(body.length));
      const send = () =>
        new Promise<ResponseInterface>((resolve, reject) => {
          const exchange = new ProxyExchange(request, resolved, body, { resolve, reject });
          dispatcher.dispatch(
            {
              origin,
              path,
              method,
              headers,
              body: body.content,
              headersTimeout: timeout,
              bodyTimeout: timeout,
              upgrade: isUpgrade ? 'websocket' : null,
            },
            exchange,
          );
          exchange.begin();
          // Not `signal`, which costs each request an AbortController.
          request.getLifetime().onEnd((end) => {
            exchange.stop(end.error);
          });
        });
      if (body.content !== null || !SAFE.has(method)) return send();
      // A target closes idle connections when it stops, perhaps just as a request arrives (RFC 9110 9.2.2).
      return send().catch((error: unknown) => {
        if (wasClosed(error)) return send();
        throw error;
      });
    },
    close: () => resolved.close(),
  };
}

/** A handshake is a GET, with the visitor's cookies, that no protection against other origins refuses. */
function refuseOtherOrigins(request: ServerRequestInterface, origins: AllowedOrigins): void {
  if (isAllowedOrigin(request.getHeaderLine('Origin'), request.getUri(), origins)) return;
  const text = 'The connection comes from another site.';
  throw new ProxyError('PROXY_ORIGIN', text);
}
