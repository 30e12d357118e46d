/** Scheme, host and optionally a port: no user, path, query, fragment or trailing slash. */
const SHAPE = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@,\\"*]+$/;

/**
 * Whether a value is an origin in the form of the header `Origin`: lower case, without the
 * default port, without a trailing slash; or the opaque origin `null`.
 *
 * @see HTML, serialization of an origin
 */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (value === 'null') return true;
  if (!SHAPE.test(value) || !URL.canParse(value)) return false;
  const { origin, protocol } = new URL(value);
  // Other schemes (of extensions and applications) have no origin in the URL standard.
  return protocol === 'http:' || protocol === 'https:' ? origin === value : true;
}
