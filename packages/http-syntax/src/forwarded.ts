import { IPV4, parseAuthority, parseHost } from './authority.js';
import { trimOws } from './field-value.js';
import { splitList } from './list.js';
import { type Parameters, parseParameters } from './parameters.js';

/**
 * What one proxy says about the request it received. Nothing here is true before somebody has
 * decided to trust the proxy that wrote it.
 */
export interface ForwardedHop {
  /** Who sent it the request: an IP address without brackets and port, or `unknown` or `_name` as written; null when not said. */
  readonly for: string | null;
  /** Which scheme it came by, lower case; null when not said. */
  readonly proto: string | null;
  /** The Host header it came with, checked, lower case, with its port; null when not said. */
  readonly host: string | null;
}

const SCHEME = /^[A-Za-z][\dA-Za-z+.-]*(?![\s\S])/;
const NODE = new RegExp(
  `^(?:\\[([\\dA-Fa-f:.]+)\\]|(${IPV4}|unknown|_[\\w.-]+))(?::[\\w.-]+)?(?![\\s\\S])`,
  'i',
);

/**
 * Reads a `Forwarded` header, nearest hop first: the right-most element, written by the proxy that
 * speaks to us.
 *
 * @returns `[]` for `''`; null as soon as any element is malformed: a quote that is never closed
 *   could hide whose words the rest are
 * @see RFC 7239 4
 */
export function parseForwarded(value: string): readonly ForwardedHop[] | null {
  const hops: ForwardedHop[] = [];
  for (const element of splitList(value).reverse()) {
    const parameters = parseParameters(element, 0);
    const hop = parameters === null ? null : hopOf(parameters);
    if (hop === null) return null;
    hops.push(hop);
  }
  return hops;
}

/** The three headers that proxies write instead of `Forwarded`; `''` for one that is absent. */
export interface XForwarded {
  /** X-Forwarded-For. */
  readonly for: string;
  /** X-Forwarded-Proto. */
  readonly proto: string;
  /** X-Forwarded-Host. */
  readonly host: string;
}

/**
 * Reads the `X-Forwarded-*` headers, nearest hop first. The lists are matched from the right; a
 * list shorter than the longest says nothing about the hops farther away.
 *
 * @returns `[]` when all three are `''`; null as soon as any member is malformed or empty
 */
export function parseXForwarded(headers: XForwarded): readonly ForwardedHop[] | null {
  const [nodes, protos, hosts] = [headers.for, headers.proto, headers.host].map(fromRight);
  if (nodes === undefined || protos === undefined || hosts === undefined) return null;
  const hops: ForwardedHop[] = [];
  const length = Math.max(nodes.length, protos.length, hosts.length);
  for (let index = 0; index < length; index++) {
    const hop = hopOf({ for: nodes[index], proto: protos[index], host: hosts[index] });
    if (hop === null) return null;
    hops.push(hop);
  }
  return hops;
}

function fromRight(value: string): string[] {
  return value === '' ? [] : value.split(',').map(trimOws).reverse();
}

function hopOf(said: Partial<Record<'for' | 'proto' | 'host', string | undefined>> | Parameters) {
  const hop = {
    for: checked(said['for'], nodeAddress),
    proto: checked(said['proto'], (text) => (SCHEME.test(text) ? text.toLowerCase() : undefined)),
    host: checked(said['host'], hostWithPort),
  };
  return Object.values(hop).includes(undefined) ? null : (hop as ForwardedHop);
}

/** Null for what was not said, undefined for what is malformed. */
function checked(text: string | undefined, check: (text: string) => string | undefined) {
  return text === undefined ? null : check(text);
}

function hostWithPort(text: string): string | undefined {
  return parseAuthority(text) === null ? undefined : text.toLowerCase();
}

/** RFC 7239 6 node, and the bare IPv6 address that X-Forwarded-For has. */
function nodeAddress(text: string): string | undefined {
  const [, ipv6 = text, name] = NODE.exec(text) ?? [];
  return name?.toLowerCase() ?? parseHost(`[${ipv6}]`)?.slice(1, -1);
}
