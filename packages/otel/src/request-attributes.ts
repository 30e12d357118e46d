import { isStandardMethod, loggedUri, remoteAddress } from '@mortise/base/message';
import type { Attributes } from '@opentelemetry/api';
import type { MessageInterface, ServerRequestInterface } from '@mortise/http-message';

/**
 * Returns the attributes that are known when a request starts.
 *
 * The query is omitted, because it can contain secrets.
 *
 * @param headers lower-case header names to capture
 * @see OpenTelemetry semantic conventions for HTTP spans, server
 */
export function requestAttributes(
  request: ServerRequestInterface,
  headers: readonly string[],
): Attributes {
  const method = request.getMethod();
  const known = methodAttribute(method);
  const uri = loggedUri(request);
  const scheme = uri.getScheme();
  const path = uri.getPath();
  const host = uri.getHost().replace(/^\[|\]$/g, '');
  const client = remoteAddress(request);
  const agent = request.getHeaderLine('User-Agent');
  return {
    'http.request.method': known,
    ...(known !== method && { 'http.request.method_original': method }),
    'url.scheme': scheme,
    // The path of a malformed absolute target is the whole target.
    ...(path.startsWith('/') && { 'url.path': path }),
    ...(host !== '' && {
      'server.address': host,
      'server.port': uri.getPort() ?? (scheme === 'https' ? 443 : 80),
    }),
    'network.protocol.version': protocolVersion(request),
    ...(client !== null && { 'client.address': client }),
    ...(agent !== '' && { 'user_agent.original': agent }),
    ...headerAttributes('request', request, headers),
  };
}

/** Returns the method, or `_OTHER` for those that clients make up, each of which would be a series. */
export function methodAttribute(method: string): string {
  return isStandardMethod(method) ? method : '_OTHER';
}

/** Returns `1.1`, `2`: HTTP/2 has no minor version (RFC 9113). */
export function protocolVersion(request: ServerRequestInterface): string {
  const version = request.getProtocolVersion();
  return version === '2.0' ? '2' : version;
}

/** Returns the headers that the message has, each with its list of values. */
export function headerAttributes(
  kind: 'request' | 'response',
  message: MessageInterface,
  names: readonly string[],
): Attributes {
  const attributes: Attributes = {};
  for (const name of names) {
    if (message.hasHeader(name)) {
      attributes[`http.${kind}.header.${name}`] = [...message.getHeader(name)];
    }
  }
  return attributes;
}
