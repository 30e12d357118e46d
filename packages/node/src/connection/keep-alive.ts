import type { ListenerOptions } from '../listener-options.js';
import type { ServerLimits } from '../server-limits.js';
import { type PeerSocket, trustedPeers } from '../request/trusted-peers.js';

/** How long a connection is kept while idle. */
export interface KeepAlive {
  /** Milliseconds. */
  readonly timeout: number;
  /** The headers that tell the client, alternating names and values. */
  readonly fields: readonly string[];
}

/** For connections that another server keeps, and streams of HTTP/2: no headers. */
export const UNMANAGED: KeepAlive = { timeout: Infinity, fields: [] };

/**
 * Milliseconds for a trusted proxy. Balancers keep connections for 60 s (AWS, nginx) and can send the next
 * request on a connection that closes at that moment, so they must be the ones that close.
 */
const PROXY_TIMEOUT = 72_000;

/**
 * Decides how long a connection is kept, by its peer: `limits.keepAliveTimeout` if it is set,
 * otherwise 72 s for trusted proxies and the default for others.
 */
export function keepAliveOf(
  { limits: given, trustProxy = [] }: ListenerOptions,
  { keepAliveTimeout }: ServerLimits,
): (socket: PeerSocket) => KeepAlive {
  const ordinary = keepAlive(keepAliveTimeout);
  if (given?.keepAliveTimeout !== undefined || trustProxy.length === 0) return () => ordinary;
  const ofProxies = keepAlive(PROXY_TIMEOUT);
  const trusted = trustedPeers(trustProxy);
  return (socket) => (trusted.hasPeerOf(socket) ? ofProxies : ordinary);
}

function keepAlive(timeout: number): KeepAlive {
  return { timeout, fields: ['Keep-Alive', `timeout=${Math.floor(timeout / 1_000)}`] };
}
