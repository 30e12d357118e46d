import { IPV4, parseAuthority, parseHost } from './authority.js';
import { trimOws } from './field-value.js';
import { type Parameters, parseParameters } from './parameters.js';

/**
 * A proxy's description of the request that it received. Do not rely on it unless you trust the proxy that
 * wrote it. Absent and malformed parts are null.
 */
export interface ForwardedHop {
  /** The sender of the request, in lower case: an IP address without brackets and port, `unknown` or `_name`. */
  readonly for: string | null;
  /** The scheme of the request, in lower case; any valid one. */
  readonly proto: string | null;
  /** The Host header of the request, in lower case and including its port. */
  readonly host: string | null;
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const SCHEME = /^[A-Za-z][\dA-Za-z+.-]*$/;
const NODE = new RegExp(
  `^(?:\\[([\\dA-Fa-f:.]+)\\]|(${IPV4}|unknown|_[\\w.-]+))(?::[\\w.-]+)?(?![\\s\\S])`,
  'i',
);

/**
 * Parses a `Forwarded` header, nearest hop first: the right-most element was written by the proxy that connects to this
 * server. The header is also parsed from the right, so that a quote left open by the client cannot hide what the
 * proxies added.
 *
 * @returns `[]` for `''`; a malformed element becomes a hop without information, and ends the list
 * @see RFC 7239 4
 */
export function parseForwarded(value: string): readonly ForwardedHop[] {
  const hops: ForwardedHop[] = [];
  for (const element of elementsFromRight(value)) {
    const parameters = parseParameters(element, 0);
    hops.push(hopOf(parameters ?? {}));
    if (parameters === null) break;
  }
  return hops;
}

/** The three headers that proxies set instead of `Forwarded`; an absent one is `''`. */
export interface XForwarded {
  /** X-Forwarded-For. */
  readonly for: string;
  /** X-Forwarded-Proto. */
  readonly proto: string;
  /** X-Forwarded-Host. */
  readonly host: string;
}

/**
 * Parses the `X-Forwarded-*` headers, nearest hop first. The lists are aligned at the right; a list shorter than the
 * longest one has no information about more distant hops. Empty members after the last address do not count (RFC 9110
 * 5.6.1.2); elsewhere they keep the alignment, and a list with nothing else is a hop without information.
 *
 * @returns `[]` if all three are `''`
 */
export function parseXForwarded(headers: XForwarded): readonly ForwardedHop[] {
  const nodes = membersFromRight(headers.for);
  const protos = membersFromRight(headers.proto);
  const hosts = membersFromRight(headers.host);
  const length = Math.max(nodes.length, protos.length, hosts.length);
  return Array.from({ length }, (_, index) =>
    hopOf({ for: nodes[index] ?? '', proto: protos[index] ?? '', host: hosts[index] ?? '' }),
  );
}

function membersFromRight(value: string): string[] {
  if (value === '') return [];
  const members = value.split(',').map(trimOws).reverse();
  const nearest = members.findIndex((member) => member !== '');
  return nearest === -1 ? [''] : members.slice(nearest);
}

function* elementsFromRight(value: string): Iterable<string> {
  let end = value.length;
  let quoted = false;
  for (let at = end - 1; at >= -1; at--) {
    const code = value.charCodeAt(at);
    if (code === QUOTE && !isEscaped(value, at)) quoted = !quoted;
    if (at === -1 || (code === COMMA && !quoted)) {
      const element = trimOws(value.slice(at + 1, end));
      if (element !== '') yield element;
      end = at;
    }
  }
}

/** Whether there is an odd number of backslashes before an index. */
function isEscaped(value: string, at: number): boolean {
  let first = at;
  while (value.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

function hopOf(said: Parameters): ForwardedHop {
  const { for: node = '', proto = '', host = '' } = said;
  return {
    for: nodeAddress(node),
    proto: SCHEME.test(proto) ? proto.toLowerCase() : null,
    host: parseAuthority(host) === null ? null : host.toLowerCase(),
  };
}

/**
 * Returns the address of a node (RFC 7239 6), or of a bare IPv6 address from X-Forwarded-For; null if it is malformed.
 */
function nodeAddress(text: string): string | null {
  const [, ipv6 = text, name] = NODE.exec(text) ?? [];
  if (name !== undefined) return name.toLowerCase();
  return ipv6.includes(':') ? (parseHost(`[${ipv6}]`)?.slice(1, -1) ?? null) : null;
}
