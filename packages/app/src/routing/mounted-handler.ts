import { isPlainFunction, quote } from '@mortise/base';
import type { MetadataKey, ServerRequestInterface } from '@mortise/http-message';
import { MOUNTED_AT } from '@mortise/base/keys';
import { parsePrefix, pathBelow } from '@mortise/http-syntax';
import { withUriKeepingTarget } from '@mortise/base/message';
import { AppError } from '../app-error.js';
import { withBodyKept } from '../head-response.js';
import { sentPath } from '../request-path.js';
import type { RouteHandlerInterface } from '../variant-types.js';
import { isMiddleware } from '../middleware/is-middleware.js';
import { isRequestHandler } from './invocation-strategy.js';

/** Marks the route of a mount. */
export const IS_MOUNT: MetadataKey<boolean> = 'mortise.is-mount';

/** A handler to mount below a prefix. */
export interface Mount {
  /** The prefix as registered, with those of the groups: `/admin`. */
  readonly prefix: string;
  readonly handler: RouteHandlerInterface;
  readonly keepPrefix: boolean;
  /** Returns the base path of the outer application, which precedes the prefix. */
  readonly outer: () => string;
}

/**
 * Creates the handler of a mount.
 *
 * @throws {AppError} `BASE_PATH_INVALID`, `CALLBACK_INVALID`
 */
export function mountedHandler({
  prefix,
  handler,
  keepPrefix,
  outer,
}: Mount): RouteHandlerInterface {
  // An escape is literal text in a pattern, but stands for a character in a base path, so the two would not match.
  const base = parsePrefix(prefix);
  if (base === null || base === '' || prefix.includes('%')) {
    const message = `invalid mount prefix ${quote(prefix)}: expected a path such as "/admin", without placeholders or percent-encoding${isRequestHandler(prefix) ? "; write app.mount('/path', application)" : ''}`;
    throw new AppError('BASE_PATH_INVALID', message, prefix);
  }
  if (!isRequestHandler(handler)) {
    const way = isMiddleware(handler)
      ? '; it is middleware: write app.add(middleware)'
      : isPlainFunction(handler)
        ? '; wrap a fetch handler in fromFetchHandler from @mortise/fetch'
        : '';
    const message = `invalid handler for the mount ${prefix}: received ${quote(handler)}; expected an application, or an object with handle()${way}`;
    throw new AppError('CALLBACK_INVALID', message, handler);
  }
  const passed = isApplication(handler) ? withBodyKept : same;
  const shown = prefix.replace(/\/$/, '');
  return {
    handle(request) {
      if (keepPrefix) return handler.handle(passed(request));
      const mountedAt = (request.getAttribute(MOUNTED_AT) ?? '') + outer() + shown;
      const inner = below(request, outer() + base).withAttribute(MOUNTED_AT, mountedAt);
      return handler.handle(passed(inner));
    },
  };
}

/**
 * Whether a handler is an application, which splits a path into the same segments as the outer one: only then does an
 * escaped slash stay within one segment.
 */
export function isApplication(
  handler: RouteHandlerInterface,
): handler is RouteHandlerInterface & { close(): Promise<void> } {
  return typeof (handler as { getRouteCollector?: unknown }).getRouteCollector === 'function';
}

function same(request: ServerRequestInterface): ServerRequestInterface {
  return request;
}

/** Moves a prefix from the path of a request to its base path. */
function below(request: ServerRequestInterface, base: string): ServerRequestInterface {
  const uri = request.getUri();
  const rest = pathBelow(sentPath(request), base);
  const inner = uri.withPath(rest || '/').withBasePath(uri.getBasePath() + base);
  // The target stays as the client sent it, for handlers that verify its signature or forward the request.
  return withUriKeepingTarget(request, inner);
}
