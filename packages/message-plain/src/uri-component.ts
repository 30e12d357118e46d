import type { MessageErrorCode } from '@mortise/http-message';
import {
  encodeFragment,
  encodePath,
  encodeQuery,
  encodeUserInfo,
  parseHost,
} from '@mortise/http-syntax';
import { refusal } from './message-error.js';

/** Matches C0 controls and DEL. */
const CONTROL = /[^ -~\u0080-\uffff]/;
const SCHEME = /^[a-z][\d+.a-z-]*$/;
/** Shown in errors instead of user info, which can contain a password. */
export const HIDDEN = '***';
/** Matches escapes and non-ASCII characters, which only the platform can convert to a host name. */
const NEEDS_IDNA = /[%\u0080-\uffff]/;
const NOT_IN_NAME = /[\s\p{Cc}/?#@\\:[\]]/u;

/** Returns the scheme in lower case; `''` if absent (RFC 3986 3.1). */
export function schemeComponent(scheme: unknown): string {
  const lower = typeof scheme === 'string' ? scheme.toLowerCase() : null;
  if (lower !== null && (lower === '' || SCHEME.test(lower))) return lower;
  throw refusal(
    'URI_SCHEME_INVALID',
    'a scheme must be a letter, then letters, digits, + . -',
    scheme,
  );
}

/** Returns an encoded user or password (RFC 3986 3.2.1). */
export function userInfoComponent(text: unknown): string {
  return encodeUserInfo(assertNoControl(text, 'URI_INVALID', HIDDEN));
}

/** Returns the host in lower case; a non-ASCII name in its ASCII form (UTS 46); `''` if absent (RFC 3986 3.2.2). */
export function hostComponent(host: unknown): string {
  if (host === '') return '';
  const name = typeof host === 'string' && NEEDS_IDNA.test(host) ? asciiName(host) : host;
  const parsed = typeof name === 'string' ? parseHost(name) : null;
  if (parsed !== null) return parsed;
  throw refusal('URI_HOST_INVALID', 'a host must be a name or an address, IPv6 in brackets', host);
}

function asciiName(host: string): string | null {
  if (NOT_IN_NAME.test(host)) return null;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

/** Returns a port from 0 to 65535, or `null`. */
export function portComponent(port: unknown): number | null {
  if (port === null || (isInteger(port) && port >= 0 && port <= 65535)) return port;
  throw refusal('URI_PORT_INVALID', 'a port must be an integer from 0 to 65535', port);
}

/** Returns the encoded path (RFC 3986 3.3). */
export function pathComponent(path: unknown): string {
  return component(path, 'URI_PATH_INVALID', encodePath);
}

/** Returns an absolute path without trailing slashes; `''` if absent. */
export function basePathComponent(basePath: unknown): string {
  const path = pathComponent(basePath);
  if (path !== '' && !path.startsWith('/')) {
    throw refusal('URI_PATH_INVALID', 'a base path must begin with a slash', basePath);
  }
  return path.replace(/(?<!\/)\/+$/, '');
}

/** Returns the encoded query (RFC 3986 3.4); control characters are encoded too. */
export function queryComponent(query: unknown): string {
  return encodeQuery(assertText(query, 'URI_INVALID'));
}

/** Returns the encoded fragment (RFC 3986 3.5); control characters are encoded too. */
export function fragmentComponent(fragment: unknown): string {
  return encodeFragment(assertText(fragment, 'URI_INVALID'));
}

/** Returns the text if it contains no control characters. */
export function assertNoControl(text: unknown, code: MessageErrorCode, shown = text): string {
  const component = assertText(text, code);
  if (!CONTROL.test(component)) return component;
  throw refusal(code, 'a URI must not contain control characters', shown);
}

/** Encodes a component; existing escapes stay. */
function component(
  text: unknown,
  code: MessageErrorCode,
  encode: (text: string) => string,
): string {
  return encode(assertNoControl(text, code));
}

function assertText(text: unknown, code: MessageErrorCode): string {
  if (typeof text === 'string') return text;
  throw refusal(code, 'a component of a URI must be a string', text);
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}
