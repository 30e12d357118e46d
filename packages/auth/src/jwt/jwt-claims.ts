/**
 * The claims of a verified token (RFC 7519 4.1). Claims that are not listed here were not checked: check them before
 * use.
 */
export interface JwtClaims {
  readonly iss: string;
  readonly aud: string | readonly string[];

  /** Seconds since 1970, like `nbf` and `iat`. */
  readonly exp: number;
  readonly nbf?: number;
  readonly iat?: number;
  readonly sub?: string;
  readonly jti?: string;
  readonly [claim: string]: unknown;
}

/** Returns the space-separated scopes in the `scope` claim; `[]` if it is absent. @see RFC 8693 4.2 */
export function scopesOf({ scope }: JwtClaims): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [];
}

/** The latest date of ECMAScript, in seconds. */
const LAST_DATE = 8.64e12;

/**
 * Returns the first registered claim of a wrong type that `jose` lets pass. A date must be one that exists: `1e300`
 * never expires, and cannot be converted to a `Date`.
 *
 * @returns `null` if there is none
 */
export function mistypedClaim(claims: Readonly<Record<string, unknown>>): string | null {
  const isText = (name: string) => ['string', 'undefined'].includes(typeof claims[name]);
  const isDate = (name: string) => {
    const value = claims[name];
    return value === undefined || (typeof value === 'number' && Math.abs(value) <= LAST_DATE);
  };
  return (
    ['sub', 'jti'].find((name) => !isText(name)) ??
    ['exp', 'nbf', 'iat'].find((name) => !isDate(name)) ??
    ([claims['aud']].flat().every((name) => typeof name === 'string') ? null : 'aud')
  );
}
