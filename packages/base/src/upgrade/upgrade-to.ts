import type { ResponseInterface, TakeConnection } from '@mortise/http-message';
import { UpgradeBody } from './upgrade-body.js';
import { UPGRADE } from '../symbols.js';

/** What an adapter does instead of sending a response. */
export interface Upgrade {
  /** The protocol, as in the response's `Upgrade` header: `'websocket'`. */
  readonly protocol: string;

  readonly take: TakeConnection;
}

/**
 * Returns a response that switches the connection to another protocol: `serve` from `@mortise/node` with
 * `upgrades: true` calls `take` instead of sending it. The body of the response is replaced by one that fails with
 * `UPGRADE_UNSUPPORTED` when it is read: by an adapter without upgrades, or by any adapter if middleware has changed
 * the status.
 *
 * @param response its headers are sent with the 101, including `Set-Cookie`
 * @param protocol one of those in the request's `Upgrade` header
 * @see RFC 9110 7.8, 15.2.2
 */
export function upgradeTo<R extends ResponseInterface>(
  response: R,
  protocol: string,
  take: TakeConnection,
): R {
  const body = Object.assign(new UpgradeBody(protocol), { [UPGRADE]: { protocol, take } });
  return response.withStatus(101).withHeader('Upgrade', protocol).withBody(body);
}

/**
 * Returns the protocol and the `take` function that {@link upgradeTo} was called with.
 *
 * @returns `null` for any other response, and if middleware has changed the status
 */
export function upgradeOf(response: ResponseInterface): Upgrade | null {
  if (response.getStatusCode() !== 101) return null;
  return (response.getBody() as { readonly [UPGRADE]?: Upgrade })[UPGRADE] ?? null;
}
