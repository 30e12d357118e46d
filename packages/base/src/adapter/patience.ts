import type { ServerRequestInterface } from '@mortise/http-message';
import { loggedTarget } from '../logged-target.js';
import { ignoreRejection } from '../thenable.js';

/** Milliseconds within which a test must get the headers of a response, and then each piece of its body. */
export const PATIENCE = 10_000;

/** Those of the platform, whatever a test replaces them with: time that a test skips does not count. */
const { clearInterval, setInterval } = globalThis;

/** Creates the error for a test request whose response does not arrive. */
export function nothingArrived(method: string, target: string): Error {
  return new Error(
    `${method} ${loggedTarget(target)}: nothing arrived for ${PATIENCE} ms; to test a body that does not end, such as server-sent events, write serve(app, { port: 0 }), and read it with fetch`,
  );
}

/**
 * Aborts a request, and rejects, once nothing has arrived for {@link PATIENCE}. A process that stands still, as in a
 * debugger, loses at most a tenth of it.
 *
 * @param respond calls `arrived` with the response, and with each piece of its body
 */
export function withPatience<T>(
  request: ServerRequestInterface,
  respond: (arrived: () => void) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = 10;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      const error = nothingArrived(request.getMethod(), request.getRequestTarget());
      reject(error);
      ignoreRejection(request.getLifetime().abort(error));
    }, PATIENCE / 10);
    respond(() => {
      left = 10;
    })
      .finally(() => {
        clearInterval(timer);
      })
      .then(resolve, reject);
  });
}
