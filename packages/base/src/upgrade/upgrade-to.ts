import type { ResponseInterface, TakeConnection } from '@mortise/http-message';
import { UpgradeBody } from './upgrade-body.js';
import { UPGRADE } from '../symbols.js';

/** What an adapter does instead of sending a response. */
export interface Upgrade {
  /** As in the response's `Upgrade` header: `'websocket'`. */
  readonly protocol: string;

  readonly take: TakeConnection;
}

/**
 * Returns a response that switches the connection to another protocol: `serve` from `@mortise/node` with `upgrades: true`
 * calls `take` instead of sending it. The body of the response is replaced; reading it, as an adapter without upgrades
 * does, or any adapter after a layer has changed the status, fails with `UPGRADE_UNSUPPORTED`.
 *
 * @param response its headers are sent with the 101, `Set-Cookie` included
 * @param protocol one that the request's `Upgrade` header names
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
 * Returns what {@link upgradeTo} was called with.
 *
 * @returns `null` for any other response, even if a layer has changed its status
 */
export function upgradeOf(response: ResponseInterface): Upgrade | null {
  if (response.getStatusCode() !== 101) return null;
  return (response.getBody() as { readonly [UPGRADE]?: Upgrade })[UPGRADE] ?? null;
}
