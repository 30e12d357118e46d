import { parseAuthority, parseRequestTarget } from '@mortise/http-syntax';
import { refusal } from './message-error.js';
import { Uri } from './uri.js';
import { hostComponent, pathComponent, portComponent, queryComponent } from './uri-component.js';

/** What the request line and the connection say together. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly scheme: string;
  /** `host[:port]`, `''` when there is none. */
  readonly host: string;
}

/**
 * The URI that a request addresses (RFC 9112 3.3): an absolute target is it, any other is joined
 * with the connection's scheme and host.
 */
export function effectiveUri({ method, target, scheme, host }: RequestLine): Uri {
  const parsed = parseRequestTarget(method, target);
  if (parsed === null) throw refusal('TARGET_INVALID', 'malformed request target', target);
  const authority = 'authority' in parsed ? parsed.authority : connectionAuthority(host);
  return new Uri({
    scheme: parsed.form === 'absolute' ? parsed.scheme : scheme,
    host: hostComponent(authority.host),
    port: portComponent(authority.port),
    path: 'path' in parsed ? pathComponent(parsed.path) : '',
    query: 'query' in parsed ? queryComponent(parsed.query) : '',
  });
}

function connectionAuthority(host: string): { host: string; port: number | null } {
  if (host === '') return { host: '', port: null };
  const parsed = parseAuthority(host);
  if (parsed === null) throw refusal('URI_HOST_INVALID', 'malformed host', host);
  return parsed;
}
