import type { ResponseInterface } from '@mortise/http-message';
import { parseMediaType, quotedString } from '@mortise/http-syntax';
import { AppError } from '../app-error.js';
import { checkResponse } from '../misuse/response-errors.js';

/** Characters of a string in a structured field: printable ASCII (RFC 9651 3.3.3). */
const PRINTABLE = /^[ -~]*$/;
/** The first character of a token in a structured field (RFC 9651 3.3.4); the other characters of a media range are allowed in tokens. */
const TOKEN = /^[a-z*]/;
/** A parameter key in a structured field (RFC 9651 3.1.2). */
const KEY = /^[a-z*][a-z0-9_.*-]*$/;

/**
 * Sets `Accept-Query`: the media types that the resource accepts in `QUERY` requests. Use it in responses to `GET`,
 * `OPTIONS` and `QUERY`.
 *
 * @param types media types or ranges, optionally with parameters: `'application/sql; charset=UTF-8'`. They replace
 *   earlier ones
 * @throws {AppError} `MEDIA_TYPE_INVALID` for a string that is not a media range, or cannot be written as a structured
 *   field
 * @see RFC 10008 3
 */
export function acceptQuery<R extends ResponseInterface>(
  response: R,
  ...types: readonly string[]
): R {
  checkResponse('acceptQuery', response);
  return response.withHeader('Accept-Query', types.map(member).join(', '));
}

/** Returns a media range as a list member of a structured field. */
function member(type: string): string {
  const parsed = parseMediaType(type);
  if (parsed === null) throw AppError.invalidMediaType(type);
  const { essence, parameters } = parsed;
  const pairs = Object.entries(parameters);
  if (!pairs.every(([name, value]) => KEY.test(name) && PRINTABLE.test(value))) {
    throw AppError.invalidMediaType(type);
  }
  const range = TOKEN.test(essence) ? essence : quotedString(essence);
  return [range, ...pairs.map(([name, value]) => `${name}=${quotedString(value)}`)].join(';');
}
