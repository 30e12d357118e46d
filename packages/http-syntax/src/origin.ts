import { parseAuthority } from './authority.js';

/** Matches a scheme, a host and an optional port, without user info, path, query, fragment or trailing slash. */
const SHAPE = /^[a-z][a-z\d+.-]*:\/\/([^\s/?#@,\\"*]+)$/;

/**
 * Whether a value is an origin in the form of the `Origin` header: lower case, without a default port or trailing
 * slash. The opaque origin `null` is not accepted.
 *
 * @see HTML, serialization of an origin
 */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !SHAPE.test(value) || !URL.canParse(value)) return false;
  const { origin, protocol } = new URL(value);
  // In the URL standard, other schemes (of extensions and applications) have only the opaque origin `null`.
  return protocol === 'http:' || protocol === 'https:' ? origin === value : true;
}

/**
 * Whether an `Origin` header names the host and port of a URI. Schemes are not compared, because behind a proxy that
 * terminates TLS, the URI's scheme can differ from the client's.
 *
 * @param origin value of the header; `''` and `'null'` match no URI
 */
export function isOriginOf(
  origin: string,
  uri: { getHost(): string; getPort(): number | null },
): boolean {
  const authority = parseAuthority(SHAPE.exec(origin)?.[1] ?? '');
  return authority !== null && authority.host === uri.getHost() && authority.port === uri.getPort();
}

/** Which pages may connect: those of the request's own host and port, all, or those of the origins in a list. */
export type AllowedOrigins = 'same' | '*' | ReadonlySet<string>;

/**
 * Whether a page of an origin may connect. Browsers send `Origin` with every WebSocket handshake; a client without it is
 * not a browser, and may.
 *
 * @param origin value of the header; `''` if there is none
 * @param uri of the request
 */
export function isAllowedOrigin(
  origin: string,
  uri: { getHost(): string; getPort(): number | null },
  allowed: AllowedOrigins,
): boolean {
  if (origin === '' || allowed === '*') return true;
  return allowed === 'same' ? isOriginOf(origin, uri) : allowed.has(origin);
}
