import { finallyAwaitable } from '@mortise/base';
import { integer, LONGEST_TIMER, optional, options } from '@mortise/base/options';
import type { RequestHandlerInterface, RequestLifetimeInterface } from '@mortise/http-message';
import { givenOptions } from '../option-rules.js';
import { httpError } from '../exceptions/http-error.js';
import type { RouteHandlerInterface } from '../variant-types.js';

/** Limits how long, and for how many concurrent requests, a route's handler can run, and the bodies that it gets. */
export interface RouteLimits {
  /**
   * Milliseconds within which the handler, with the layers of its route and groups, must return a response. Otherwise
   * the request gets 503 `HANDLER_TIMEOUT`, and that response passes through all layers. The limit can be longer or
   * shorter than the adapter's, which is paused for that time. The adapter measures it: without an adapter, or if the
   * handler returns no promise, it has no effect. Time spent waiting for the client's body does not count. In a mounted
   * application, it replaces the mount's limit. Default: the adapter's limit.
   */
  readonly handlerTimeout?: number | undefined;

  /**
   * Maximum number of concurrent requests to one route; others immediately get 503 `ROUTE_BUSY` with `Retry-After: 1`;
   * there is no queue. A request counts from routing until the last byte is sent and the handler has returned, even
   * after its timeout or a disconnect. If a layer passes it on again, it still counts once. Counted per process.
   * Default: no limit.
   */
  readonly concurrency?: number | undefined;

  /**
   * Maximum bytes of a request body, as sent. It applies even to bodies that are not parsed, unlike `maxBytes` of body
   * parsing, which does not apply with `body: false`. A larger body gets 413 `BODY_TOO_LARGE` before the layers of the
   * route and its groups run or, if its size is unknown, once more bytes than this have been read. Default: no limit.
   */
  readonly bodyBytes?: number | undefined;
}

const declared = options<RouteLimits>()('limits', {
  handlerTimeout: optional(integer(1, LONGEST_TIMER, 'milliseconds')),
  concurrency: optional(integer(1)),
  bodyBytes: optional(integer(0, undefined, 'bytes')),
});

/** Checks limits, and removes those that are `undefined`. */
export function routeLimits(given: RouteLimits | undefined, path: string): RouteLimits {
  return givenOptions(declared(given, path));
}

/**
 * Counts the running requests of a route. A request counts until its lifetime has ended and all calls made for it have
 * settled, because a handler that ignores an abort or a timeout keeps running.
 */
export class RunningRequests {
  readonly #most: number;
  #running = 0;
  /** How many things each counted request still waits for: its lifetime, and calls. */
  readonly #waits = new WeakMap<RequestLifetimeInterface, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns a handler that throws `ROUTE_BUSY` (503) for a request that exceeds the limit. */
  limiting(handler: RequestHandlerInterface): RequestHandlerInterface {
    return {
      handle: (request) => {
        const lifetime = request.getLifetime();
        // An outer layer can pass a request on again: it still counts once.
        if (!this.#waits.has(lifetime)) {
          if (this.#running >= this.#most) throw busy();
          this.#begin(lifetime);
          lifetime.onEnd(() => {
            this.#end(lifetime);
          });
        }
        return handler.handle(request);
      },
    };
  }

  /** Returns a handler whose calls keep their request counted until they settle. */
  keeping(handler: RouteHandlerInterface): RouteHandlerInterface {
    return {
      handle: (request) => {
        const lifetime = request.getLifetime();
        this.#begin(lifetime);
        return finallyAwaitable(
          () => handler.handle(request),
          () => {
            this.#end(lifetime);
          },
        );
      },
    };
  }

  #begin(lifetime: RequestLifetimeInterface): void {
    const waits = this.#waits.get(lifetime) ?? 0;
    if (waits === 0) this.#running += 1;
    this.#waits.set(lifetime, waits + 1);
  }

  #end(lifetime: RequestLifetimeInterface): void {
    const waits = this.#waits.get(lifetime) ?? 0;
    if (waits > 1) {
      this.#waits.set(lifetime, waits - 1);
      return;
    }
    this.#waits.delete(lifetime);
    this.#running -= 1;
  }
}

/** Marked as `retryable`, because the handler has not run: `idempotency` does not store the response. */
function busy(): Error {
  const error = httpError(503, 'The server is busy with other requests of this kind.', {
    code: 'ROUTE_BUSY',
    headers: { 'Retry-After': '1' },
  });
  return Object.assign(error, { retryable: true });
}
