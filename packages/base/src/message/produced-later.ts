import type { ResponseInterface } from '@mortise/http-message';
import { upgradeOf } from '../upgrade/upgrade-to.js';

/**
 * Whether application code can produce the body of a response after its headers have been sent: it is neither in memory
 * nor a file, and the response is not an upgrade.
 */
export function isProducedLater(response: ResponseInterface): boolean {
  return !response.getBody().isSeekable() && upgradeOf(response) === null;
}
