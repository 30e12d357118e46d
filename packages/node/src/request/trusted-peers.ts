import { accepted, list as listOf, rule } from '@mortise/base/options';
import type { Server, Socket } from 'node:net';
import { BlockList, isIPv6 } from 'node:net';

/** The entry of `trustProxy` for the peers of a Unix socket, which have no address. */
const LOCAL = 'unix';

/** The rule for the `trustProxy` option. */
export const peers = listOf(
  rule<string>(isPeer, 'an address, a network such as "10.0.0.0/8", or "unix"'),
  'a list of addresses and networks such as ["10.0.0.0/8"]',
);

/** The part of a connection that trust depends on. */
export interface PeerSocket extends Pick<Socket, 'remoteAddress'> {
  /** Set by Node; absent from its types. */
  readonly server?: Pick<Server, 'address'> | null | undefined;
}

/** The proxies that are trusted. */
export interface TrustedPeers {
  /** Whether an address is trusted; never for an unknown one. */
  hasAddress(address: string | null): boolean;
  /** Whether the peer of a connection is trusted. */
  hasPeerOf(socket: PeerSocket): boolean;
}

/**
 * @param list the `trustProxy` option
 * @throws {OptionError} `OPTION_INVALID` for a value that is not a list, and for an entry that is neither an
 *   address nor a network nor `'unix'`
 */
export function trustedPeers(list: readonly string[]): TrustedPeers {
  accepted(peers, list, 'trustProxy');
  const trusted = networks(list.filter((entry) => entry !== LOCAL));
  const trustsLocal = list.includes(LOCAL);
  return {
    hasAddress: (address) => includes(trusted, address),
    hasPeerOf: (socket) =>
      includes(trusted, socket.remoteAddress ?? null) || (trustsLocal && isLocal(socket)),
  };
}

/**
 * Whether a connection uses a Unix socket. A TCP connection that the client has closed has no address either, so the
 * server's address is checked too.
 */
function isLocal({ remoteAddress, server }: PeerSocket): boolean {
  return remoteAddress === undefined && typeof server?.address() === 'string';
}

function networks(list: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const entry of list) addNetwork(trusted, entry);
  return trusted;
}

/** @throws Node's TypeError or RangeError for text that is neither an address nor a network */
function addNetwork(trusted: BlockList, entry: string): void {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? [];
  const family = familyOf(address);
  trusted.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
}

function isPeer(entry: unknown): boolean {
  if (typeof entry !== 'string') return false;
  try {
    if (entry !== LOCAL) addNetwork(new BlockList(), entry);
    return true;
  } catch {
    return false;
  }
}

function includes(trusted: BlockList, address: string | null): boolean {
  if (address === null) return false;
  // An IPv4 client on a dual-stack socket: ::ffff:10.0.0.1
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return trusted.check(mapped, familyOf(mapped));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
