import { integer, LONGEST_TIMER, optional, options } from '@mortise/base/options';
import type { RequestHandlerInterface, RequestLifetimeInterface } from '@mortise/http-message';
import { setOptions } from '../errors/error-options.js';
import { httpError } from '../errors/http-error.js';

/** How long, and for how many concurrent requests, a route's handler can run. */
export interface RouteLimits {
  /**
   * Milliseconds in which the handler, with the layers of its route and groups, must return a response; otherwise its
   * request gets 503 `HANDLER_TIMEOUT`, through all layers. It can be larger or smaller than the adapter's limit, which is
   * paused for that time. The adapter measures it: without one, or if the handler returns no promise, it has no effect.
   * Time spent waiting for the client's body does not count. In a mounted application, it replaces the mount's limit.
   */
  readonly handlerTimeout?: number;

  /**
   * Maximum number of concurrent requests to one route, from routing to the last byte of the response; others immediately
   * get 503 `ROUTE_BUSY` with `Retry-After: 1`: there is no queue. A request that a layer passes on again counts once.
   * Counted per process. Default: no limit.
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
