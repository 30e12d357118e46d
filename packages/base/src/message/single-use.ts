import type { ServerRequestInterface } from '@mortise/http-message';
import { CSP_NONCE_USED, FLASH_SHOWN } from '../keys.js';

/**
 * Whether the response to a request has content of its own, a nonce or a flash message, so that it must neither get an
 * `ETag` nor become a 304: the copy of the client has another nonce, and not the message.
 */
export function isSingleUse(request: Pick<ServerRequestInterface, 'getLifetime'>): boolean {
  const lifetime = request.getLifetime();
  return lifetime.getValue(CSP_NONCE_USED) === true || lifetime.getValue(FLASH_SHOWN) === true;
}
