import { withOwnCookie } from '@mortise/base/message';
import { accepted, merged, object } from '@mortise/base/options';
import type { ResponseInterface } from '@mortise/http-message';
import { formatSetCookie, type SetCookieAttributes } from '@mortise/http-syntax';
import { checkResponse } from '../misuse/response-errors.js';

/**
 * Adds a cookie to the response. Its value can be any text, which `getCookieParams` returns unchanged. To delete a
 * cookie, set `maxAge: 0`.
 *
 * @param attributes `path` defaults to `/`, so that the cookie is sent for every path
 * @throws {OptionError} `OPTION_INVALID` for an unknown attribute or an invalid value
 * @throws {SetCookieError} from `@mortise/http-syntax` for an invalid name, or attributes that do not fit together
 * @see RFC 6265 4.1
 */
export function withCookie<R extends ResponseInterface>(
  response: R,
  name: string,
  value: string,
  attributes: SetCookieAttributes = {},
): R {
  checkResponse('withCookie', response);
  accepted<unknown>(object, attributes, 'cookie');
  const { path = '/' } = attributes;
  const cookie = formatSetCookie(name, value, merged(attributes, { path }));
  return withOwnCookie(response.withAddedHeader('Set-Cookie', cookie));
}
