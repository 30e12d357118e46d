import type { ServerRequestInterface } from '@mortise/http-message';

/**
 * Whether a request opens a WebSocket: an HTTP/1.1 GET with `Upgrade: websocket` and `Connection: Upgrade`. HTTP/1.0
 * and HTTP/2 do not have upgrades.
 *
 * @see RFC 6455 4.1, RFC 9110 7.8, RFC 9113 8.6
 */
export function isHandshake(
  request: Pick<ServerRequestInterface, 'getMethod' | 'getProtocolVersion' | 'getHeaderLine'>,
): boolean {
  return (
    hasToken(request.getHeaderLine('Upgrade'), 'websocket') &&
    hasToken(request.getHeaderLine('Connection'), 'upgrade') &&
    request.getMethod() === 'GET' &&
    request.getProtocolVersion() === '1.1'
  );
}

function hasToken(list: string, token: string): boolean {
  return list.split(',').some((item) => item.trim().toLowerCase() === token);
}
