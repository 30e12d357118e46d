import { SharedTimeouts } from './shared-timeouts.js';
import { exactTimeouts, type Timeouts } from './timeouts.js';

/**
 * Returns the timeouts of a handler. On Workers, a timer belongs to the request that started it, and must not settle a
 * promise that another request awaits, so requests cannot share a timer.
 */
export function timeoutsOfPlatform(): Timeouts {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === 'Cloudflare-Workers' ? exactTimeouts : new SharedTimeouts();
}
