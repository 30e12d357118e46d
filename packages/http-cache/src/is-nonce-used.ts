import { CSP_NONCE_USED } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';

/** Whether the response to a request has a nonce: it must neither be tagged nor be a 304. */
export function isNonceUsed(request: Pick<ServerRequestInterface, 'getLifetime'>): boolean {
  return request.getLifetime().getValue(CSP_NONCE_USED) === true;
}
