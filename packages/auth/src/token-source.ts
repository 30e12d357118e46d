import { ensure, rule } from '@mortise/base/options';
import { CROSS_ORIGIN_CHECKED } from '@mortise/base/keys';
import { isSafeMethod } from '@mortise/base/message';
import type { ServerRequestInterface } from '@mortise/http-message';
import { isToken } from '@mortise/http-syntax';
import { CrossOriginProtectionMissingError } from './auth-error.js';
import { type AuthorizationResult, parseAuthorization } from './authorization.js';

/** Where a layer reads the token of a request from. */
export interface TokenSource {
  /** Whether the token is in a header or in a cookie. */
  readonly in: 'header' | 'cookie';

  /** The name of the header or the cookie. */
  readonly name: string;
}

/**
 * Reads the token from a custom header that contains nothing else: `fromHeader('X-Api-Key')`. Browsers do not send such a
 * header on their own.
 *
 * @throws {OptionError} `OPTION_INVALID` for an invalid header name
 */
export function fromHeader(name: string): TokenSource {
  ensure(isName(name), 'fromHeader.name', name, 'a header name');
  return { in: 'header', name };
}

/**
 * Reads the token from a cookie: `fromCookie('__Host-token')`. Browsers also send cookies with requests triggered by
 * other sites, so a request with an unsafe method fails with 500 unless `crossOriginProtection` or `csrfTokens` from
 * `@mortise/csrf` has checked it in an outer layer.
 *
 * @throws {OptionError} `OPTION_INVALID` for an invalid cookie name
 */
export function fromCookie(name: string): TokenSource {
  ensure(isName(name), 'fromCookie.name', name, 'a cookie name');
  return { in: 'cookie', name };
}

/** The rule of the `token` option. */
export const tokenSource = rule<TokenSource>((source) => {
  const { in: place, name } = Object(source) as Partial<TokenSource>;
  return (place === 'header' || place === 'cookie') && isName(name);
}, 'fromHeader(name) or fromCookie(name)');

/** Visible ASCII, so that no part of the token is lost in transit. */
const TOKEN = /^[!-~]+$/;

/**
 * Reads the credentials of a request.
 *
 * @param source `undefined` for the `Authorization` header
 * @throws {CrossOriginProtectionMissingError} if `source` is a cookie and the request is not protected
 */
export function readToken(
  request: ServerRequestInterface,
  source: TokenSource | undefined,
  scheme: 'basic' | 'bearer',
  maxLength: number,
): AuthorizationResult {
  if (source === undefined)
    return parseAuthorization(request.getHeader('Authorization'), scheme, maxLength);
  if (source.in === 'cookie') refuseUnprotected(request, source.name);
  const values =
    source.in === 'header'
      ? request.getHeader(source.name)
      : [request.getCookieParams()[source.name] ?? ''];
  const [token = '', ...others] = values;
  if (token === '' && others.length === 0) return { kind: 'missing' };
  if (token.length > maxLength) return { kind: 'too-long' };
  return others.length === 0 && TOKEN.test(token)
    ? { kind: 'found', token }
    : { kind: 'malformed' };
}

/** Checks requests without the cookie too, so that the mistake shows at the first unsafe request. */
function refuseUnprotected(request: ServerRequestInterface, cookie: string): void {
  if (isSafeMethod(request) || request.getLifetime().getValue(CROSS_ORIGIN_CHECKED) === true)
    return;
  throw new CrossOriginProtectionMissingError(cookie);
}

/** Describes a source as an OpenAPI security scheme, by the scheme's name. */
export function apiKeyScheme({ in: place, name }: TokenSource): Record<string, object> {
  return { [place === 'cookie' ? 'cookie' : 'apiKey']: { type: 'apiKey', in: place, name } };
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && isToken(name);
}
