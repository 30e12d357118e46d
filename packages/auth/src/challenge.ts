/** The `error` of a `Bearer` challenge: RFC 6750 3.1. */
export type BearerFault = 'invalid_request' | 'invalid_token' | 'insufficient_scope';

/**
 * Returns a challenge for `WWW-Authenticate`, such as `Basic realm="Staff", charset="UTF-8"`.
 *
 * @param realm visible ASCII characters and spaces; not checked
 * @see RFC 7617 2, 2.1
 */
export function basicChallenge(realm: string): string {
  return `Basic realm=${quoted(realm)}, charset="UTF-8"`;
}

/**
 * Returns a challenge for `WWW-Authenticate`, such as
 * `Bearer realm="API", error="insufficient_scope", scope="books:write"`. Omits parameters that are `null` or empty.
 *
 * @param realm visible ASCII characters and spaces; not checked
 * @param fault `null` for a request without credentials
 * @param scopes the required scopes; not checked
 * @see RFC 6750 3
 */
export function bearerChallenge(
  realm: string | null,
  fault: BearerFault | null = null,
  scopes: readonly string[] = [],
): string {
  const parameters = [
    ...(realm === null ? [] : [`realm=${quoted(realm)}`]),
    ...(fault === null ? [] : [`error="${fault}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
  ];
  return parameters.length === 0 ? 'Bearer' : `Bearer ${parameters.join(', ')}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
