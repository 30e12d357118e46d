/** The claims of a verified token: RFC 7519 4.1. Other claims are unchecked: check them before use. */
export interface JwtClaims {
  readonly iss: string;
  readonly aud: string | readonly string[];

  /** Seconds since 1970, as `nbf` and `iat` are. */
  readonly exp: number;
  readonly nbf?: number;
  readonly iat?: number;
  readonly sub?: string;
  readonly jti?: string;
  readonly [claim: string]: unknown;
}

/** Returns the scopes of the `scope` claim, which separates them by spaces; `[]` without it. @see RFC 8693 4.2 */
export function scopesOf({ scope }: JwtClaims): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [];
}

/**
 * Returns the registered claim whose type is wrong, of those that signature libraries do not check. A date must be finite:
 * JSON reads `1e999` as infinity, which never expires.
 *
 * @returns `null` if there is none
 */
export function mistypedClaim(claims: Readonly<Record<string, unknown>>): string | null {
  const isText = (name: string) => ['string', 'undefined'].includes(typeof claims[name]);
  const isDate = (name: string) => claims[name] === undefined || Number.isFinite(claims[name]);
  return (
    ['sub', 'jti'].find((name) => !isText(name)) ??
    ['exp', 'nbf', 'iat'].find((name) => !isDate(name)) ??
    null
  );
}
