import { quote, warnOnce } from '@mortise/base';
import { isDevelopment } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import type { RateLimitPolicy } from './rate-limit-policy.js';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * Creates a function that warns once, in development, if the window of a policy seems to be in milliseconds, as in other
 * libraries: it is at least 1,000, but not whole minutes; from 10,000 on, whole hours; above a day, whole days.
 */
export function windowWarning(
  policies: readonly RateLimitPolicy[],
): (request: ServerRequestInterface) => void {
  const doubtful = policies.find(({ window }) => window >= 1_000 && window % unitOf(window) !== 0);
  if (doubtful === undefined) return () => undefined;
  const { name, window } = doubtful;
  const warnNow = warnOnce('RATE_LIMIT_WINDOW');
  return (request) => {
    if (!isDevelopment(request)) return;
    warnNow(
      `the window of the policy ${quote(name)} is ${window} seconds, which is ${lengthOf(window)}`,
      'window is in seconds: for a minute, write window: 60.',
    );
  };
}

function unitOf(window: number): number {
  return window > DAY ? DAY : window >= 10_000 ? HOUR : MINUTE;
}

function lengthOf(window: number): string {
  return window < HOUR
    ? `${(window / MINUTE).toFixed(1)} minutes`
    : `${(window / HOUR).toFixed(1)} hours`;
}
