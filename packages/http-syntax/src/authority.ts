const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** Source of a regular expression for an IPv4 address (RFC 3986 3.2.2). */
export const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;

const REG_NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/;
const IPV6_GROUP = /^[\dA-Fa-f]{1,4}$/;
const IPV4_TAIL = new RegExp(`(?<=:)${IPV4}(?![\\s\\S])`);
const PORT = /^\d{1,5}$/;
/** The maximum length of an IPv6 address: eight groups, the last two in IPv4 form. */
const IPV6_LENGTH = 45;

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['https', 443],
  ['ws', 80],
  ['wss', 443],
]);

/** Host and port of a Host header, an authority-form target or a URI without its user info. */
export interface Authority {
  /** The host in lower case, an IPv6 address with its brackets (`[::1]`); never `''`. */
  readonly host: string;
  /** The port, 0-65535, even if it is the scheme's default; null if absent or if nothing follows the colon. */
  readonly port: number | null;
}

/**
 * Parses `host[:port]`.
 *
 * @returns null for `''`, user info (`a@b`), spaces, control and non-ASCII characters, a slash, and a port that is not
 *   a number, is above 65535 or has more than five digits
 * @see RFC 3986 3.2, RFC 9110 7.2
 */
export function parseAuthority(text: string): Authority | null {
  const colon = text.indexOf(':', text.lastIndexOf(']') + 1);
  const host = parseHost(colon === -1 ? text : text.slice(0, colon));
  const port = colon === -1 ? null : parsePort(text.slice(colon + 1));
  return host === null || port === undefined ? null : { host, port };
}

/**
 * Parses a host (a registered name, an IPv4 address, or an IPv6 address in brackets) and returns it in lower case.
 *
 * @returns null for everything else, including `''`, an IPv6 zone and an IPv6 address without brackets
 * @see RFC 3986 3.2.2
 */
export function parseHost(text: string): string | null {
  const valid = text.startsWith('[')
    ? text.endsWith(']') && isIpv6(text.slice(1, -1))
    : REG_NAME.test(text);
  return valid ? text.toLowerCase() : null;
}

/**
 * Returns the default port of a scheme, 80 for `http`; null for schemes other than http, https, ws and wss in lower
 * case.
 */
export function defaultPort(scheme: string): number | null {
  return DEFAULT_PORTS.get(scheme) ?? null;
}

/** Returns null for `''`, and `undefined` for an invalid port. */
function parsePort(digits: string): number | null | undefined {
  if (digits === '') return null;
  const port = PORT.test(digits) ? Number(digits) : Infinity;
  return port <= 65535 ? port : undefined;
}

function isIpv6(text: string): boolean {
  if (text.length > IPV6_LENGTH) return false;
  const halves = text.replace(IPV4_TAIL, '0:0').split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => IPV6_GROUP.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 7;
}
