import type { ListenerOptions } from '../listener-options.js';
import type { ServerLimits } from '../server-limits.js';
import { type PeerSocket, trustedPeers } from '../request/trusted-peers.js';

/** How long a connection is kept while idle. */
export interface KeepAlive {
  /** Milliseconds. */
  readonly timeout: number;
  /** The headers that announce the timeout to the client, alternating names and values. */
  readonly fields: readonly string[];
}

/** For connections that another server manages, and for HTTP/2 streams: no headers. */
export const UNMANAGED: KeepAlive = { timeout: Infinity, fields: [] };

/**
 * Milliseconds for a trusted proxy. Load balancers keep connections for 60 s (AWS, nginx) and could send the next
 * request just as the server closes the connection, so they must close it first.
 */
const PROXY_TIMEOUT = 72_000;

/**
 * Decides how long a connection is kept, depending on its peer: `limits.keepAliveTimeout` if it is set, otherwise 72 s
 * for trusted proxies and the default for others.
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
