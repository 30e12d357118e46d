import { defaultPort } from '@mortise/http-syntax';
import { refusal } from './message-error.js';
import { Uri } from './uri.js';
import {
  assertNoControl,
  fragmentComponent,
  HIDDEN,
  hostComponent,
  pathComponent,
  portComponent,
  queryComponent,
  schemeComponent,
  userInfoComponent,
} from './uri-component.js';

/** RFC 3986 appendix B: scheme, authority, path, query, fragment. Matches any string. */
const REFERENCE = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?/;
/** User info, host, port; the last `@` ends the user info. */
const AUTHORITY = /^(?:([\s\S]*)@)?(\[[^\]]*\]?[^:]*|[^:]*)(?::(\d{0,5}))?$/;

/**
 * Parses a URI or a relative reference.
 *
 * @throws {MessageErrorInterface} with the code of the invalid part; `URI_INVALID` if the argument is not a string
 */
export function parseUri(text: unknown): Uri {
  if (typeof text !== 'string') throw refusal('URI_INVALID', 'a URI must be a string', text);
  const [, scheme = '', authority, path = '', query = '', fragment = ''] =
    REFERENCE.exec(text) ?? [];
  if (authority === '') assertNoHostNeeded(scheme, path);
  return new Uri({
    scheme: schemeComponent(scheme),
    ...(authority === undefined || authority === '' ? {} : parseAuthority(authority)),
    path: pathComponent(path),
    query: queryComponent(assertNoControl(query, 'URI_INVALID', HIDDEN)),
    fragment: fragmentComponent(assertNoControl(fragment, 'URI_INVALID', HIDDEN)),
  });
}

/**
 * Checks a URI with an empty authority, such as `file:///etc`: the scheme must not need a host, nor the path begin with
 * `//`.
 */
function assertNoHostNeeded(scheme: string, path: string): void {
  if (scheme === '' || defaultPort(scheme.toLowerCase()) !== null) {
    throw refusal('URI_HOST_INVALID', 'a URI with // must have a host', '');
  }
  if (path.startsWith('//')) {
    throw refusal('URI_PATH_INVALID', 'without a host, no path may begin with //', path);
  }
}

/** Parses `[userinfo@]host[:port]` (RFC 3986 3.2); the host must not be empty. */
function parseAuthority(text: string): { userInfo: string; host: string; port: number | null } {
  const [matched, userInfo = '', host = '', port = ''] = AUTHORITY.exec(text) ?? [];
  if (matched === undefined) throw refusal('URI_PORT_INVALID', 'malformed port', HIDDEN);
  if (host === '') throw refusal('URI_HOST_INVALID', 'a URI with // must have a host', HIDDEN);
  return {
    userInfo: userInfo.split(':').map(userInfoComponent).join(':'),
    host: hostComponent(host),
    port: portComponent(port === '' ? null : Number(port)),
  };
}
