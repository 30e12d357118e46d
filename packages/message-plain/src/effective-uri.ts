import { loggedTarget, quote } from '@mortise/base';
import {
  encodeReceivedPath,
  parseAuthority,
  parseRequestTarget,
  pathBelow,
  type RequestTarget,
} from '@mortise/http-syntax';
import { MessageError } from './message-error.js';
import { Uri } from './uri.js';
import { hostComponent, portComponent, queryComponent } from './uri-component.js';

/**
 * Parses the target of a received request.
 *
 * @throws {MessageErrorInterface} `TARGET_INVALID` with status 400
 */
export function assertWireTarget(method: string, target: string): RequestTarget {
  const parsed = parseRequestTarget(method, target);
  if (parsed !== null && (!('authority' in parsed) || isHost(parsed.authority.host))) return parsed;
  // The error is logged, and the rest of the target can hold secrets.
  const problem = `The request target ${quote(loggedTarget(target))} is invalid.`;
  throw new MessageError('TARGET_INVALID', problem, target, { status: 400 });
}

/** Returns the query of a target; `''` if absent. */
export function queryOfTarget(target: RequestTarget): string {
  return 'query' in target ? target.query : '';
}

/**
 * Returns the URI that a request addresses (RFC 9112 3.3). An authority in the target takes precedence over the host,
 * unless a trusted proxy has reported the host; a scheme in the target is ignored, because it does not show whether the
 * connection was secure.
 *
 * @param basePath the prefix of the target's path; `''` for none
 * @param host `host[:port]`; `''` if absent
 * @throws {MessageErrorInterface} `URI_HOST_INVALID` with status 400
 */
export function effectiveUri(
  target: RequestTarget,
  basePath: string,
  scheme: string,
  host: string,
  hostReported: boolean,
): Uri {
  const authority =
    'authority' in target && !hostReported ? target.authority : assertWireHost(host);
  const path = 'path' in target ? target.path : '';
  const rest = basePath === '' ? null : pathBelow(path, basePath);
  return new Uri({
    scheme,
    host: hostComponent(authority.host),
    port: portComponent(authority.port),
    basePath: rest === null ? '' : basePath,
    path: encodeReceivedPath(rest ?? path),
    query: queryComponent(queryOfTarget(target)),
  });
}

function assertWireHost(host: string): { host: string; port: number | null } {
  const parsed = host === '' ? { host, port: null } : parseAuthority(host);
  if (parsed !== null && isHost(parsed.host)) return parsed;
  const problem = `The Host header ${quote(host)} is invalid.`;
  throw new MessageError('URI_HOST_INVALID', problem, host, { status: 400 });
}

/** Whether a URI can have this host. The host syntax alone allows any escape, such as in `a%2Fb`. */
function isHost(host: string): boolean {
  try {
    hostComponent(host);
    return true;
  } catch {
    return false;
  }
}
