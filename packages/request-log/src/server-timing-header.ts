import { isThenable } from '@mortise/base';
import { callable, options, or, synchronous } from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { SERVER_TIMINGS, ServerTimings } from './server-timing.js';

/** Who receives the durations. */
export interface ServerTimingHeaderOptions {
  /**
   * Whether a request's client receives its durations. Called after the handler, so that results of inner layers, such
   * as the user, are known; not called if nothing was measured. Any value but `true` withholds them; a promise makes
   * the request fail.
   */
  readonly allow: (request: ServerRequestInterface) => boolean;

  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

const declared = options<ServerTimingHeaderOptions>()('serverTimingHeader', {
  allow: synchronous,
  now: or(callable, () => performance.now()),
});

/**
 * Sends the durations from `serverTiming(request)` as `Server-Timing`, even with error responses, to clients that `allow`
 * accepts. Browsers show it beside the request. Durations reveal which branch a request took, such as whether a user
 * exists: allow only clients that may know.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @see Server Timing, W3C
 */
export function serverTimingHeader(given: ServerTimingHeaderOptions): MiddlewareInterface {
  const { allow, now } = declared(given);
  return {
    name: 'serverTimingHeader',
    process(request, handler) {
      // The attribute marks what is inside another such layer; the value outlives a layer that retries.
      if (request.getAttribute(SERVER_TIMINGS) !== undefined) return handler.handle(request);
      const lifetime = request.getLifetime();
      const timings = lifetime.getValue(SERVER_TIMINGS) ?? new ServerTimings(now);
      lifetime.setValue(SERVER_TIMINGS, timings);
      const timed = (response: ResponseInterface): ResponseInterface => {
        if (timings.isEmpty) return response;
        const isAllowed: unknown = allow(request);
        return isAllowed === true
          ? response.withAddedHeader('Server-Timing', String(timings))
          : response;
      };
      const response = handler.handle(request.withAttribute(SERVER_TIMINGS, timings));
      return isThenable(response) ? response.then(timed) : timed(response);
    },
  };
}
