import { parseAuthority } from './authority.js';

/** Scheme, host and optionally a port: no user, path, query, fragment or trailing slash. */
const SHAPE = /^[a-z][a-z\d+.-]*:\/\/([^\s/?#@,\\"*]+)$/;

/**
 * Whether a value is an origin in the form of the `Origin` header: lower case, without a default port or trailing slash.
 * The opaque origin `null` is not accepted.
 *
 * @see HTML, serialization of an origin
 */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !SHAPE.test(value) || !URL.canParse(value)) return false;
  const { origin, protocol } = new URL(value);
  // Other schemes (of extensions and applications) have no origin in the URL standard.
  return protocol === 'http:' || protocol === 'https:' ? origin === value : true;
}

/**
 * Whether a header `Origin` names the host and the port of a URI. Schemes are not compared: behind a proxy that terminates
 * TLS, that of the URI can be unknown.
 *
 * @param origin `''` and `'null'` name none
 */
export function isOriginOf(
  origin: string,
  uri: { getHost(): string; getPort(): number | null },
): boolean {
  const authority = parseAuthority(SHAPE.exec(origin)?.[1] ?? '');
  return authority !== null && authority.host === uri.getHost() && authority.port === uri.getPort();
}
