import { defaultPort, parseAuthority } from './authority.js';

/** The parts of a request from which CGI variables are derived; unknown ones are null or absent. */
export interface RequestFacts {
  readonly method: string;
  /** The request target as sent: `/books?page=2`. */
  readonly target: string;
  /** The HTTP version: `1.0`, `1.1`, `2`. */
  readonly protocolVersion: string;
  /** Alternating header names and values, as sent: `['Host', 'h.test', 'Accept', 'text/html']`. */
  readonly rawHeaders: readonly string[];
  /** `http` or `https`. */
  readonly scheme: string;
  /** The authority (`h.test:8080`), from the Host header or a trusted proxy. */
  readonly host?: string | null | undefined;
  readonly remoteAddress?: string | null | undefined;
  readonly remotePort?: number | null | undefined;
  readonly localAddress?: string | null | undefined;
  readonly localPort?: number | null | undefined;
}

/**
 * Returns a request's server parameters under their CGI and PHP names, all strings: REQUEST_METHOD, REQUEST_URI,
 * REQUEST_SCHEME, QUERY_STRING, SERVER_PROTOCOL, SERVER_NAME, SERVER_PORT, REMOTE_ADDR, REMOTE_PORT, HTTPS (`on`, or
 * absent), CONTENT_TYPE, CONTENT_LENGTH, and HTTP_* for every other header. Repeated values are joined with `, `, those
 * of Cookie with `; `. Unknown parameters are absent.
 *
 * A header with `_` in its name is omitted, because it would get the same variable as one with `-`; so is `Proxy`,
 * because programs treat `HTTP_PROXY` as a setting.
 *
 * @returns a new null-prototype object
 * @see RFC 3875 4.1
 */
export function serverParams(facts: RequestFacts): Record<string, string> {
  const params = Object.create(null) as Record<string, string>;
  const mark = facts.target.indexOf('?');
  params['REQUEST_METHOD'] = facts.method;
  params['REQUEST_URI'] = facts.target;
  params['REQUEST_SCHEME'] = facts.scheme;
  params['QUERY_STRING'] = mark === -1 ? '' : facts.target.slice(mark + 1);
  params['SERVER_PROTOCOL'] = `HTTP/${facts.protocolVersion}`;
  addConnection(params, facts);
  addHeaders(params, facts.rawHeaders);
  return params;
}

function addConnection(params: Record<string, string>, facts: RequestFacts): void {
  const authority = parseAuthority(facts.host ?? '');
  const known = {
    SERVER_NAME: authority === null ? facts.localAddress : authority.host,
    SERVER_PORT:
      authority === null ? facts.localPort : (authority.port ?? defaultPort(facts.scheme)),
    REMOTE_ADDR: facts.remoteAddress,
    REMOTE_PORT: facts.remotePort,
    HTTPS: facts.scheme === 'https' ? 'on' : null,
  };
  for (const [name, value] of Object.entries(known)) {
    if (value !== undefined && value !== null) params[name] = String(value);
  }
}

function addHeaders(params: Record<string, string>, rawHeaders: readonly string[]): void {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = variableName(rawHeaders[index] ?? '');
    if (name === null) continue;
    const value = rawHeaders[index + 1] ?? '';
    const earlier = params[name];
    const separator = name === 'HTTP_COOKIE' ? '; ' : ', ';
    params[name] = earlier === undefined ? value : `${earlier}${separator}${value}`;
  }
}

function variableName(header: string): string | null {
  const name = header.toUpperCase().replaceAll('-', '_');
  if (name === 'CONTENT_TYPE' || name === 'CONTENT_LENGTH')
    return header.includes('_') ? null : name;
  return header.includes('_') || name === 'PROXY' ? null : `HTTP_${name}`;
}
