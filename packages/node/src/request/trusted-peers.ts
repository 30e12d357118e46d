import type { Server, Socket } from 'node:net';
import { BlockList, isIPv6 } from 'node:net';
import { invalidValue } from '../errors.js';

/** The entry of `trustProxy` for the peers of a Unix socket, which have no address. */
const LOCAL = 'unix';

const EXPECTED = 'an address, a network such as "10.0.0.0/8", or "unix"';

/** A connection, as far as trust depends on it. */
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
 * @param list the option `trustProxy`
 * @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not a list, and for an entry that is neither an
 *   address nor a network nor `'unix'`
 */
export function trustedPeers(list: readonly string[]): TrustedPeers {
  if (!Array.isArray(list)) {
    throw invalidValue(
      'trustProxy',
      list,
      'a list of addresses and networks such as ["10.0.0.0/8"]',
    );
  }
  const trusted = networks(list.filter((entry) => entry !== LOCAL));
  const trustsLocal = list.includes(LOCAL);
  return {
    hasAddress: (address) => includes(trusted, address),
    hasPeerOf: (socket) =>
      includes(trusted, socket.remoteAddress ?? null) || (trustsLocal && isLocal(socket)),
  };
}

/** Told by the server: a TCP connection that is closed, which a client can do at any time, has no address either. */
function isLocal({ remoteAddress, server }: PeerSocket): boolean {
  return remoteAddress === undefined && typeof server?.address() === 'string';
}

function networks(list: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const entry of list) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? [];
    const family = familyOf(address);
    try {
      trusted.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    } catch {
      throw invalidValue('trustProxy entry', entry, EXPECTED);
    }
  }
  return trusted;
}

function includes(trusted: BlockList, address: string | null): boolean {
  if (address === null) return false;
  // An IPv4 client of a socket for both families: ::ffff:10.0.0.1
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return trusted.check(mapped, familyOf(mapped));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
