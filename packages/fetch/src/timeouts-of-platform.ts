import { SharedTimeouts } from './shared-timeouts.js';
import { exactTimeouts, type Timeouts } from './timeouts.js';

/**
 * The timeouts of a handler. On Workers a timer belongs to the request that started it, and must not settle what
 * another request waits for: requests cannot share one there.
 */
export function timeoutsOfPlatform(): Timeouts {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === 'Cloudflare-Workers' ? exactTimeouts : new SharedTimeouts();
}
