import { isToken } from '@mortise/http-syntax';

/** What the `Authorization` headers of a request contain for one scheme. */
export type AuthorizationResult =
  /** There is no such header, or it has another scheme. */
  | { readonly kind: 'missing' }
  /** There are several headers, or the header is not a scheme followed by a single `token68`. */
  | { readonly kind: 'malformed' }
  /** The header exceeds the limit and was not parsed. */
  | { readonly kind: 'too-long' }
  | { readonly kind: 'found'; readonly token: string };

/** `token68` of RFC 9110 11.2, which is also `b64token` of RFC 6750 2.1. */
const TOKEN68 = /^[\w.~+/-]+=*$/;

/**
 * Reads the credentials of one scheme from the `Authorization` headers, in linear time.
 *
 * @param values the value of each header line, as `getHeader('Authorization')` returns them
 * @param scheme in lower case; the header's scheme is compared case-insensitively
 * @param maxLength maximum length of the header's value, in characters
 * @see RFC 9110 11.4
 */
export function parseAuthorization(
  values: readonly string[],
  scheme: 'basic' | 'bearer',
  maxLength: number,
): AuthorizationResult {
  const [value, ...others] = values;
  if (value === undefined) return { kind: 'missing' };
  const space = value.indexOf(' ');
  const name = space === -1 ? value : value.slice(0, space);
  if (others.length > 0 || !isToken(name)) return { kind: 'malformed' };
  if (name.toLowerCase() !== scheme) return { kind: 'missing' };
  if (value.length > maxLength) return { kind: 'too-long' };
  const token = value.slice(name.length).replace(/^ +/, '');
  return TOKEN68.test(token) ? { kind: 'found', token } : { kind: 'malformed' };
}
