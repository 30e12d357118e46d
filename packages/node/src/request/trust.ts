import {
  type ForwardedHop,
  parseBasePath,
  parseForwarded,
  parseXForwarded,
} from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { type Client, type ClientOf, DirectClient, directClient } from './request-source.js';
import { schemeOf } from './scheme-of.js';
import { type TrustedPeers, trustedPeers } from './trusted-peers.js';

/** Which proxies are trusted, and which forwarding headers they set. */
export interface TrustOptions {
  /**
   * Addresses and networks (`'10.0.0.0/8'`, `'::1'`) of proxies that are trusted to report the client's address, scheme
   * and host; `'unix'` trusts every peer of a Unix socket. Default: none; forwarding headers are ignored.
   */
  readonly trustProxy?: readonly string[] | undefined;

  /**
   * The kind of headers with which these proxies replace or extend those from the client: `'x-forwarded'`
   * (`X-Forwarded-For`, `-Proto`, `-Host`) or `'forwarded'` (RFC 7239). Default `'x-forwarded'`.
   *
   * Only this kind is read, because a proxy forwards the other kind as the client sent it.
   */
  readonly forwardedBy?: 'forwarded' | 'x-forwarded' | undefined;

  /**
   * Whether `X-Forwarded-Prefix` from a trusted proxy, the path that it has removed, is added to the base path of the
   * URI. Enable this only if the proxy sets or removes that header on every request. Default `false`.
   */
  readonly trustPrefix?: boolean | undefined;
}

/**
 * Determines a request's client address, scheme and host together: walks from the connection's peer towards the client,
 * as long as every hop is trusted.
 *
 * @throws {OptionError} `OPTION_INVALID` for an entry that is not an address, a network or `'unix'`
 */
export function clientOf({ trustProxy = [], forwardedBy }: TrustOptions): ClientOf {
  if (trustProxy.length === 0) return directClient;
  const trusted = trustedPeers(trustProxy);
  const hopsOf = forwardedBy === 'forwarded' ? forwardedHops : xForwardedHops;
  return (message, head, target) => {
    if (!trusted.hasPeerOf(message.socket)) return new DirectClient(message, head);
    return walk(
      new DirectClient(message, head, schemeOf(message, target)),
      hopsOf(message),
      trusted,
    );
  };
}

/** The characters of a prefix: visible ASCII, except commas. */
const ONE_PREFIX = /^[!-+\--~]+$/;

/**
 * Creates a function that reads the path that a trusted proxy has removed.
 *
 * @returns a function that returns a canonical path, or `''` for an untrusted peer, no header, a list, or a value that
 *   is not a path of ASCII segments after a single `/`; `null` if the header is never trusted
 */
export function prefixOf({
  trustProxy = [],
  trustPrefix = false,
}: TrustOptions): ((message: IncomingMessage) => string) | null {
  if (!trustPrefix) return null;
  const trusted = trustedPeers(trustProxy);
  return (message) => {
    const prefix = fieldOf(message, 'x-forwarded-prefix');
    // In a list, it is unknown which proxy wrote which member; outside ASCII, which encoding it used.
    if (!ONE_PREFIX.test(prefix)) return '';
    return trusted.hasPeerOf(message.socket) ? (parseBasePath(prefix) ?? '') : '';
  };
}

function walk(direct: Client, hops: readonly ForwardedHop[], trusted: TrustedPeers): Client {
  let client = direct;
  for (const hop of hops) {
    client = {
      address: hop.for !== null && isIP(hop.for) !== 0 ? hop.for : null,
      port: null,
      scheme: hop.proto === 'https' || hop.proto === 'http' ? hop.proto : client.scheme,
      host: hop.host ?? client.host,
      hostReported: hop.host !== null || client.hostReported,
    };
    if (!trusted.hasAddress(client.address)) break;
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
