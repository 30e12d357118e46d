import { integer, LONGEST_TIMER, optional, options } from '@mortise/base/options';
import type { RequestHandlerInterface, RequestLifetimeInterface } from '@mortise/http-message';
import { setOptions } from '../errors/error-options.js';
import { httpError } from '../errors/http-error.js';

/** How long, and how often at the same time, the handler of a route can run. */
export interface RouteLimits {
  /**
   * Milliseconds until the handler, and the layers of its route and groups, must have returned a response; then its request
   * gets 503 `HANDLER_TIMEOUT`, through all layers. Larger or smaller than the limit of the adapter, which measures it, and
   * whose time stands still meanwhile: without an adapter, and for a handler that returns no promise, nothing ends it. The
   * time in which a read of the body waits for the client does not count. In a mounted application, it replaces the limit of
   * the mount.
   */
  readonly handlerTimeout?: number;

  /**
   * Requests of one route that are handled at the same time, from routing to the last byte of the response; others
   * get 503 `ROUTE_BUSY` with `Retry-After: 1` immediately: there is no queue. A request that a layer passes on again is
   * one. Counted in each process. Default: no limit.
   */
  readonly concurrency?: number;
}

const declared = options<RouteLimits>()('limits', {
  handlerTimeout: optional(integer(1, LONGEST_TIMER, 'milliseconds')),
  concurrency: optional(integer(1)),
});

/** Checks limits, without those that replace nothing. */
export function routeLimits(given: RouteLimits | undefined, path: string): RouteLimits {
  return setOptions(declared(given, path));
}

/**
 * Counts the requests of a route, whose handler can be composed again.
 *
 * @returns a function that returns a handler that throws `ROUTE_BUSY` (503) for a request that is one too many
 */
export function countedUpTo(
  most: number,
): (handler: RequestHandlerInterface) => RequestHandlerInterface {
  let running = 0;
  // A layer outside can pass a request on again: it is still one.
  const counted = new WeakSet<RequestLifetimeInterface>();
  return (handler) => ({
    handle(request) {
      const lifetime = request.getLifetime();
      if (counted.has(lifetime)) return handler.handle(request);
      if (running >= most) {
        const busy = httpError(503, 'The server is busy with other requests of this kind.', {
          code: 'ROUTE_BUSY',
          headers: { 'Retry-After': '1' },
        });
        // The handler has not run: `idempotency` does not keep the response.
        throw Object.assign(busy, { retryable: true });
      }
      running += 1;
      counted.add(lifetime);
      lifetime.onEnd(() => {
        running -= 1;
      });
      return handler.handle(request);
    },
  });
}
