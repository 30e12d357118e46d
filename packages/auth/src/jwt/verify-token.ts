import { decodeProtectedHeader, errors, jwtVerify, type JWTVerifyOptions } from 'jose';
import { type JwtClaims, mistypedClaim } from './jwt-claims.js';
import type { KeyFinder, TokenHeader } from './key-finder.js';

/** The requirements for a token. */
export interface TokenRules {
  readonly algorithms: string[];
  readonly issuer: string[];
  readonly audience: string[];

  /** `null`: not checked. */
  readonly typ: string | null;

  /** In seconds. */
  readonly clockTolerance: number;
}

/** The claims of a token, or the reason why it was refused. */
export type TokenResult =
  | { readonly kind: 'valid'; readonly claims: JwtClaims }
  /** `cause` contains the library's error code and the name of a claim, but no part of the token. */
  | { readonly kind: 'refused'; readonly cause: Error };

/**
 * Verifies a signed token (JWS in compact form) and its claims: `iss`, `aud` and `exp`, which are required, and `nbf`.
 *
 * @param now milliseconds since 1970
 * @throws {unknown} if `find` throws
 * @see RFC 7515 5.2; RFC 7519 7.2; RFC 8725
 */
export async function verifyToken(
  token: string,
  find: KeyFinder,
  { typ, ...rules }: TokenRules,
  now: number,
): Promise<TokenResult> {
  const header = headerOf(token, rules.algorithms);
  if (header === null) return refused('malformed, or its algorithm is not allowed');
  const options: JWTVerifyOptions = {
    ...rules,
    ...(typ !== null && { typ }),
    requiredClaims: ['exp'],
    currentDate: new Date(now),
  };
  let result = refused('no key matches its kid and algorithm');
  for (const key of await find(header)) {
    try {
      const { payload } = await jwtVerify<JwtClaims>(token, key, options);
      const mistyped = mistypedClaim(payload);
      return mistyped === null
        ? { kind: 'valid', claims: payload }
        : refused(`the claim "${mistyped}" has the wrong type`);
    } catch (error) {
      // Not the token's fault: the key is broken or too weak.
      if (!(error instanceof errors.JOSEError)) result = refused('its key cannot be used', error);
      else if (error instanceof errors.JWSSignatureVerificationFailed)
        result = refused(reasonOf(error));
      else return refused(reasonOf(error));
    }
  }
  return result;
}

/** RFC 7515 7.1: base64url without padding. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Whether the unused bits of the last character are zero, so that each part has only one encoding (RFC 4648 3.5).
 */
function isCanonical(part: string): boolean {
  const rest = part.length % 4;
  if (rest === 0) return true;
  return rest !== 1 && (rest === 2 ? /[AQgw]$/ : /[AEIMQUYcgkosw048]$/).test(part);
}

/** @returns `null` if the header cannot be decoded or its algorithm is not allowed, so that no key is looked up */
function headerOf(token: string, algorithms: readonly string[]): TokenHeader | null {
  if (!COMPACT.test(token) || !token.split('.').every(isCanonical)) return null;
  try {
    const { alg = '', kid } = decodeProtectedHeader(token);
    if (!algorithms.includes(alg)) return null;
    return kid === undefined ? { alg } : { alg, kid };
  } catch {
    return null;
  }
}

/** Omits the error's message: only the code and the claim are known to contain no part of the token. */
function reasonOf(error: errors.JOSEError): string {
  const { code, claim } = error as { readonly code: string; readonly claim?: string };
  return claim === undefined ? code : `${code} of "${claim}"`;
}

function refused(reason: string, cause?: unknown): TokenResult {
  const options = cause === undefined ? undefined : { cause };
  return { kind: 'refused', cause: new Error(`token refused: ${reason}`, options) };
}
