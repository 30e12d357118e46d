import { isThenable } from '@mortise/base';
import { callable, options, or } from '@mortise/base/options';
import type {
  MiddlewareInterface,
  ResponseInterface,
  ServerRequestInterface,
} from '@mortise/http-message';
import { SERVER_TIMINGS, ServerTimings } from './server-timing.js';

/** Who receives the durations. */
export interface ServerTimingHeaderOptions {
  /**
   * Whether the client of a request receives its durations. Called after the handler, so that what inner layers found
   * out, such as the user, is known; not called if nothing was started. Anything but `true` refuses, a promise too.
   */
  readonly allow: (request: ServerRequestInterface) => boolean;

  /** Milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly now?: () => number;
}

const declared = options<ServerTimingHeaderOptions>()('serverTimingHeader', {
  allow: callable,
  now: or(callable, () => performance.now()),
});

/**
 * Sends what `serverTiming(request)` measured as `Server-Timing`, even on the responses of errors, to the clients that
 * `allow` names. Browsers show it beside the request. Durations say which branch a request took, such as whether a user
 * exists: allow those who may know.
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
        // A promise is no consent.
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
