import type { ServerRequestInterface } from '@mortise/http-message';
import { REMOTE_ADDRESS } from '../symbols.js';

/** A request that can return its client's address without creating the server parameters, which copy every header. */
export interface AddressedRequest extends ServerRequestInterface {
  [REMOTE_ADDRESS](): string | null;
}

/**
 * Returns the address of a request's client, without creating the server parameters if possible.
 *
 * @returns the same as `getServerParams()['REMOTE_ADDR']`; `null` if that is absent
 */
export function remoteAddress(request: ServerRequestInterface): string | null {
  return REMOTE_ADDRESS in request
    ? (request as AddressedRequest)[REMOTE_ADDRESS]()
    : (request.getServerParams()['REMOTE_ADDR'] ?? null);
}
