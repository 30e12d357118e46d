import { CSP_NONCE_USED } from '@mortise/base/keys';
import type { ServerRequestInterface } from '@mortise/http-message';

/** Whether the response to a request contains a nonce, so that it must neither get an ETag nor become a 304. */
export function isNonceUsed(request: Pick<ServerRequestInterface, 'getLifetime'>): boolean {
  return request.getLifetime().getValue(CSP_NONCE_USED) === true;
}
