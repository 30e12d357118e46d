import type { ServerParams, ServerRequestInterface } from '@mortise/http-message';
import { REMOTE_ADDRESS } from '../symbols.js';

/** A request that can return its client's address without creating the server parameters, which copy every header. */
export interface AddressedRequest extends ServerRequestInterface {
  [REMOTE_ADDRESS](): string | null;
}

/**
 * Returns the address of a request's client, without creating the server parameters if possible.
 *
 * @returns the same as `getServerParams()['REMOTE_ADDR']`; `null` if that is absent or not text
 */
export function remoteAddress(request: ServerRequestInterface): string | null {
  if (REMOTE_ADDRESS in request) return (request as AddressedRequest)[REMOTE_ADDRESS]();
  return addressIn(request.getServerParams());
}

/** Returns the address of server parameters, which code can have created; `null` if it is absent or not text. */
export function addressIn({ REMOTE_ADDR: address }: ServerParams): string | null {
  return typeof address === 'string' ? address : null;
}
