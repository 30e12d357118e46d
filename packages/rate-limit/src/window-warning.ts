import { quote, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { RateLimitPolicy } from './rate-limit-policy.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Creates a function that warns once, in development, if the window of a policy seems to be in milliseconds, as in other
 * libraries: it is at least 10,000, but neither whole hours nor, above a day, whole days.
 */
export function windowWarning(
  policies: readonly RateLimitPolicy[],
): (request: ServerRequestInterface) => void {
  const doubtful = policies.find(
    ({ window }) => window >= 10_000 && window % (window > DAY ? DAY : HOUR) !== 0,
  );
  if (doubtful === undefined) return () => undefined;
  const { name, window } = doubtful;
  const warnNow = warnOnce('RATE_LIMIT_WINDOW');
  return (request) => {
    if (!isDevelopment(request)) return;
    warnNow(
      `the window of the policy ${quote(name)} is ${window} seconds, which is ${(window / HOUR).toFixed(1)} hours`,
      'window is in seconds: for a minute, write window: 60.',
    );
  };
}
