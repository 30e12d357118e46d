import {
  type ForwardedHop,
  parseBasePath,
  parseForwarded,
  parseXForwarded,
} from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { invalidOption, invalidValue } from '../errors.js';
import { type Client, DirectClient } from './client.js';
import type { RequestHead } from './request-head.js';

/** Which proxies are trusted, and which of the two kinds of headers they set. */
export interface TrustOptions {
  /**
   * Addresses and networks (`'10.0.0.0/8'`, `'::1'`) that are trusted to report the client's address,
   * scheme and host. Default: none, and the headers are ignored.
   */
  readonly trustProxy?: readonly string[];

  /**
   * The headers that these proxies set, and so remove from a client's request: `'x-forwarded'`
   * (`X-Forwarded-For`, `-Proto`, `-Host`; the default) or `'forwarded'` (RFC 7239). Never both,
   * because a proxy passes the other kind on as the client sent it.
   */
  readonly forwardedBy?: 'forwarded' | 'x-forwarded';

  /**
   * Whether `X-Forwarded-Prefix` of a trusted proxy is a path that the proxy has removed: it becomes
   * the base path of the URI. Set it only if the proxy sets or removes this header on every request.
   * Default `false`.
   */
  readonly trustPrefix?: boolean;
}

/** Returns the client of a request. */
export type ClientOf = (message: IncomingMessage, head: RequestHead) => Client;

/**
 * One decision for address, scheme and host: walks from the connection's peer towards the client, as long as
 * every hop is trusted.
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
    return walk(direct, hopsOf(message), isTrusted);
  };
}

/** The characters of a prefix: ASCII without spaces and commas. */
const ONE_PREFIX = /^[!-+\--~]+$/;

/**
 * Reads the path that a trusted proxy has removed.
 *
 * @returns a function that returns a canonical path; `''` for none: another peer, no header, a list, or
 *   a value that is not a path of ASCII segments after a single `/`; `null` if the header is never trusted
 * @throws {NodeAdapterError} `OPTION_INVALID` for `trustPrefix` without `trustProxy`
 */
export function prefixOf({
  trustProxy = [],
  trustPrefix = false,
}: TrustOptions): ((message: IncomingMessage) => string) | null {
  if (!trustPrefix) return null;
  if (trustProxy.length === 0) {
    const text = 'invalid trustPrefix: no proxy is trusted; name the proxies in trustProxy';
    throw invalidOption(text);
  }
  const isTrusted = trustedBy(trustProxy);
  return (message) => {
    const prefix = fieldOf(message, 'x-forwarded-prefix');
    // In a list it is unknown which proxy wrote which member, and outside ASCII which encoding it used.
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

function forwardedHops(message: IncomingMessage): readonly ForwardedHop[] {
  return parseForwarded(fieldOf(message, 'forwarded'));
}

function xForwardedHops(message: IncomingMessage): readonly ForwardedHop[] {
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

/** Whether an address is trusted; never for an unknown one. */
export type IsTrusted = (address: string | null) => boolean;

/**
 * @param list the option `trustProxy`
 * @throws {NodeAdapterError} `OPTION_INVALID` for a value that is not a list, and for an entry that is neither an
 *   address nor a network
 */
export function trustedBy(list: readonly string[]): IsTrusted {
  if (!Array.isArray(list)) {
    throw invalidValue(
      'trustProxy',
      list,
      'a list of addresses and networks such as ["10.0.0.0/8"]',
    );
  }
  const trusted = networks(list);
  return (address) => includes(trusted, address);
}

function networks(list: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const entry of list) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d+))?$/.exec(entry) ?? [];
    const family = familyOf(address);
    try {
      trusted.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
    } catch {
      throw invalidValue('trustProxy entry', entry, 'an address or a network such as "10.0.0.0/8"');
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
