import {
  defaultPort,
  encodeFragment,
  encodePath,
  encodeQuery,
  encodeUserInfo,
  parseHost,
} from '@mortise/http-syntax';
import type { MessageErrorCode } from '@mortise/http-message';
import { invalid } from './message-error.js';

/** The components of a URI, each in its normal form; `''` or `null` if absent. */
export interface UriParts {
  scheme: string;
  userInfo: string;
  host: string;
  port: number | null;
  path: string;
  query: string;
  fragment: string;
}

/** The regular expression of RFC 3986 appendix B, extended to match line breaks. */
const URI = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/;
const SCHEME = /^[A-Za-z][\dA-Za-z+.-]*$/;
const PORT = /^\d{1,5}$/;
/** Matches C0 controls and DEL. */
const CONTROL = /[^ -~\u0080-\uffff]/;
/** Matches hosts that only the platform's `URL` can convert: those with escapes or non-ASCII characters. */
const NEEDS_IDNA = /[%\u0080-\uffff]/;
/** Matches characters that cannot be in such a host, because they would end it in a `URL`. */
const NO_NAME = /[^\w.~!$&'()*+,;=%\u0080-\uffff-]/;
/** Replaces user info, a query and a fragment in errors, because they can contain secrets. */
const HIDDEN = '***';
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::([\s\S]*))?$/;

/** Parses a URI or a relative reference (RFC 3986 4.1). */
export function parseUri(text: string): UriParts {
  if (typeof text !== 'string') throw invalid('URI_INVALID', 'URI', 'a string', text);
  const [, scheme = '', authority, path = '', query = '', fragment = ''] = URI.exec(text) ?? [];
  const parts = {
    scheme: checkedScheme(scheme),
    userInfo: '',
    host: '',
    port: null,
    path: checkedPath(path),
    query: encodeQuery(withoutControl('URI_INVALID', 'query', query, HIDDEN)),
    fragment: encodeFragment(withoutControl('URI_INVALID', 'fragment', fragment, HIDDEN)),
  };
  return authority === undefined ? parts : withAuthority(parts, authority);
}

/** Returns the scheme in lower case. */
export function checkedScheme(scheme: string): string {
  if (scheme === '' || (typeof scheme === 'string' && SCHEME.test(scheme))) {
    return scheme.toLowerCase();
  }
  const expected = 'a letter, then letters, digits, "+", "." and "-"';
  throw invalid('URI_SCHEME_INVALID', 'scheme', expected, scheme);
}

/** Encodes each part separately, so that a colon within a part does not act as a separator. */
export function checkedUserInfo(parts: readonly string[]): string {
  return parts
    .map((part) => encodeUserInfo(withoutControl('URI_INVALID', 'user info', part, HIDDEN)))
    .join(':');
}

/** Returns the host in lower case; a non-ASCII name in its IDNA form. */
export function checkedHost(host: string): string {
  if (host === '') return host;
  const known = typeof host === 'string' ? normalHost(host) : null;
  if (known !== null) return known;
  const expected = 'a name, an IPv4 address, or an IPv6 address in brackets';
  throw invalid('URI_HOST_INVALID', 'host', expected, host);
}

/** Returns the host like {@link checkedHost}; `null` if it is invalid. */
export function normalHost(host: string): string | null {
  return NEEDS_IDNA.test(host) ? idna(host) : parseHost(host);
}

/** Returns the port; `null` if it is the default of the scheme. */
export function checkedPort(port: number | null, scheme: string): number | null {
  if (port === null || port === defaultPort(scheme)) return null;
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw invalid('URI_PORT_INVALID', 'port', 'an integer from 0 to 65535', port);
}

/** Returns the encoded path; slashes and dot segments stay. */
export function checkedPath(path: string): string {
  return encodePath(withoutControl('URI_PATH_INVALID', 'path', path));
}

/** Returns the encoded path, without trailing slashes. */
export function checkedBasePath(basePath: string): string {
  const path = checkedPath(basePath);
  if (path !== '' && !path.startsWith('/')) {
    throw invalid('URI_PATH_INVALID', 'base path', '"" or a path that begins with "/"', basePath);
  }
  let end = path.length;
  while (path.charCodeAt(end - 1) === 0x2f) end--;
  return path.slice(0, end);
}

/** Returns the encoded query, including control characters; separators stay. */
export function checkedQuery(query: string): string {
  return encodeQuery(checkedText('query', query));
}

/** Returns the encoded fragment, including control characters. */
export function checkedFragment(fragment: string): string {
  return encodeFragment(checkedText('fragment', fragment));
}

function withAuthority(parts: UriParts, authority: string): UriParts {
  const at = authority.lastIndexOf('@');
  const [, host = '', port = ''] = HOST_AND_PORT.exec(authority.slice(at + 1)) ?? [];
  if (host === '') return withoutHost(parts, authority);
  return {
    ...parts,
    // Colons after the first one stay too: user info can contain them (RFC 3986 3.2.1).
    userInfo: at === -1 ? '' : checkedUserInfo(authority.slice(0, at).split(':')),
    host: checkedHost(host),
    port: checkedPort(portOf(port, isCutOff(parts)), parts.scheme),
  };
}

/** Accepts an empty authority between `//` and the path, as in `file:///etc`, but not for schemes that need a host. */
function withoutHost(parts: UriParts, authority: string): UriParts {
  const { scheme, path } = parts;
  if (authority !== '' || scheme === '' || defaultPort(scheme) !== null) {
    const shown = authority.replace(/^[^]*@/, `${HIDDEN}@`);
    throw invalid('URI_HOST_INVALID', 'URI', 'a host after "//"', shown);
  }
  if (!path.startsWith('//')) return parts;
  throw invalid('URI_PATH_INVALID', 'path', 'no leading "//" without a host', path);
}

/** Whether a slash, `?` or `#` has cut off what was meant as user info: `//user:pass/word@host`. */
function isCutOff({ path, query, fragment }: UriParts): boolean {
  return [path, query, fragment].some((part) => part.includes('@'));
}

function portOf(digits: string, hidden: boolean): number | null {
  if (digits === '') return null;
  if (PORT.test(digits)) return Number(digits);
  const shown = hidden ? HIDDEN : digits;
  throw invalid('URI_PORT_INVALID', 'port', 'an integer from 0 to 65535', shown);
}

function withoutControl(code: MessageErrorCode, what: string, text: string, shown = text): string {
  if (typeof text === 'string' && !CONTROL.test(text)) return text;
  throw invalid(code, what, 'a string without control characters', shown);
}

function checkedText(what: string, text: string): string {
  if (typeof text === 'string') return text;
  throw invalid('URI_INVALID', what, 'a string', text);
}

/**
 * Returns the ASCII form of an internationalized name (UTS 46), as converted by the platform; `null` if it is invalid.
 */
function idna(host: string): string | null {
  try {
    return NO_NAME.test(host) ? null : parseHost(new URL(`http://${host}`).hostname);
  } catch {
    return null;
  }
}
