import { warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';

/** The number of keys after which a layer that has limited no request is probably a mistake. */
const ENOUGH = 100;

/**
 * Creates a function that is called with each key of a layer. It warns, in development, if the first 100 are `null`.
 */
export function nullKeyWarning(): (key: string | null, request: ServerRequestInterface) => void {
  const warnNow = warnOnce('RATE_LIMIT_NO_KEYS');
  let unlimited = 0;
  return (key, request) => {
    if (key !== null) unlimited = Infinity;
    if (++unlimited !== ENOUGH || !isDevelopment(request)) return;
    warnNow(
      `rateLimit() has limited none of its first ${ENOUGH} requests, because key returned null for each`,
      'null means no limit. If key reads the user, add authentication outside (after) rateLimit().',
    );
  };
}
