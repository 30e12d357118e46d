import {
  type ForwardedHop,
  parseBasePath,
  parseForwarded,
  parseXForwarded,
} from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { NodeAdapterError } from '../errors.js';
import { type Client, DirectClient } from './client.js';
import type { RequestHead } from './request-head.js';

/** Which proxies are believed, and which of the two kinds of header fields they write. */
export interface TrustOptions {
  /**
   * Addresses and networks (`'10.0.0.0/8'`, `'::1'`) whose word is taken for the client's address,
   * scheme and host. Default: none, and the header fields mean nothing.
   */
  readonly trustProxy?: readonly string[];

  /**
   * The fields that these proxies set, and so take away from what a client sends: `'x-forwarded'`
   * (`X-Forwarded-For`, `-Proto`, `-Host`; the default) or `'forwarded'` (RFC 7239). Never both, for
   * a proxy lets the other kind pass as the client wrote it.
   */
  readonly forwardedBy?: 'forwarded' | 'x-forwarded';

  /**
   * Whether `X-Forwarded-Prefix` of a trusted proxy is a path that the proxy has cut off: it becomes
   * the base path of the URI. Set it only if the proxy sets or removes this header on every request.
   * Default `false`.
   */
  readonly trustPrefix?: boolean;
}

/** Tells who the client of a request is. */
export type ClientOf = (message: IncomingMessage, head: RequestHead) => Client;

/**
 * One decision for address, scheme and host alike: walks from the connection's peer away, as long as
 * everybody on the way is trusted.
 *
 * @throws {NodeAdapterError} `OPTION_INVALID` for an entry that is not an address or network
 */
export function clientOf({ trustProxy = [], forwardedBy }: TrustOptions): ClientOf {
  if (trustProxy.length === 0) return (message, head) => new DirectClient(message, head);
  const isTrusted = trustedBy(trustProxy);
  const hopsOf = forwardedBy === 'forwarded' ? forwardedHops : xForwardedHops;
  return (message, head) => {
    const direct = new DirectClient(message, head);
    if (!isTrusted(direct.address)) return direct;
    const hops = hopsOf(message);
    // Nobody knows who hides behind a malformed field; it is not the proxy.
    if (hops === null)
      return { address: null, port: null, scheme: direct.scheme, host: direct.host };
    return walk(direct, hops, isTrusted);
  };
}

/** What every prefix is made of: ASCII without spaces and commas. */
const ONE_PREFIX = /^[!-+\--~]+$/;

/**
 * Reads the path that a trusted proxy has cut off.
 *
 * @returns a function that gives a canonical path, `''` for none: another peer, no header, a list, or
 *   a value that is not segments of ASCII after one `/`; `null` if the header never counts
 * @throws {NodeAdapterError} `OPTION_INVALID` for `trustPrefix` without `trustProxy`
 */
export function prefixOf({
  trustProxy = [],
  trustPrefix = false,
}: TrustOptions): ((message: IncomingMessage) => string) | null {
  if (!trustPrefix) return null;
  if (trustProxy.length === 0) {
    const text = 'invalid trustPrefix: no proxy is trusted; name the proxies in trustProxy';
    throw new NodeAdapterError('OPTION_INVALID', text);
  }
  const isTrusted = trustedBy(trustProxy);
  return (message) => {
    const prefix = fieldOf(message, 'x-forwarded-prefix');
    // Which proxy wrote which member of a list is not known, nor what bytes outside ASCII stand for.
    if (!ONE_PREFIX.test(prefix)) return '';
    const peer = message.socket.remoteAddress ?? null;
    return isTrusted(peer) ? (parseBasePath(prefix) ?? '') : '';
  };
}

function walk(direct: Client, hops: readonly ForwardedHop[], isTrusted: IsTrusted): Client {
  let client = direct;
  for (const hop of hops) {
    client = {
      address: hop.for !== null && isIP(hop.for) !== 0 ? hop.for : null,
      port: null,
      scheme: hop.proto === 'https' || hop.proto === 'http' ? hop.proto : client.scheme,
      host: hop.host ?? client.host,
    };
    if (!isTrusted(client.address)) break;
  }
  return client;
}

function forwardedHops(message: IncomingMessage): readonly ForwardedHop[] | null {
  return parseForwarded(fieldOf(message, 'forwarded'));
}

function xForwardedHops(message: IncomingMessage): readonly ForwardedHop[] | null {
  return parseXForwarded({
    for: fieldOf(message, 'x-forwarded-for'),
    proto: fieldOf(message, 'x-forwarded-proto'),
    host: fieldOf(message, 'x-forwarded-host'),
  });
}

function fieldOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Whether the word of an address is taken; never of an unknown one. */
export type IsTrusted = (address: string | null) => boolean;

/**
 * @param list the option `trustProxy`
 * @throws {NodeAdapterError} `OPTION_INVALID` for what is neither an address nor a network
 */
export function trustedBy(list: readonly string[]): IsTrusted {
  const trusted = networks(list);
  return (address) => includes(trusted, address);
}

function networks(list: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const entry of list) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address);
    const bits = family === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    if (
      family === 0 ||
      rest.length > 0 ||
      prefix === '' ||
      !Number.isInteger(length) ||
      length < 0 ||
      length > bits
    ) {
      const text = `trustProxy has ${JSON.stringify(entry)}, which is neither an address nor a network`;
      throw new NodeAdapterError('OPTION_INVALID', text);
    }
    trusted.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
  }
  return trusted;
}

function includes(trusted: BlockList, address: string | null): boolean {
  if (address === null) return false;
  // An IPv4 client of a socket for both families: ::ffff:10.0.0.1
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return trusted.check(mapped, isIP(mapped) === 6 ? 'ipv6' : 'ipv4');
}
