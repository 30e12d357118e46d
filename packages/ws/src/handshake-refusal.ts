import { isHandshake } from '@mortise/base/upgrade';
import type { ServerRequestInterface } from '@mortise/http-message';
import { type AllowedOrigins, isAllowedOrigin } from '@mortise/http-syntax';
import { offeredProtocols } from './subprotocol.js';
import type { MalformedHeader, WebSocketCode } from './web-socket-error.js';

/** The part of a request that the decision needs. */
export type HandshakeRequest = Pick<
  ServerRequestInterface,
  'getMethod' | 'getProtocolVersion' | 'hasHeader' | 'getHeaderLine' | 'getUri'
>;

const KEY = /^[\d+/A-Za-z]{22}==$/;

/**
 * Decides whether a request can become a WebSocket. In this order: it must be a handshake, of version 13, with a
 * well-formed key and list of subprotocols, and from an allowed origin. Browsers send `Origin` with every handshake;
 * a request without it does not come from a page, and is allowed.
 *
 * @returns the code of the refusal; `null` if there is none
 * @see RFC 6455 4.2, 10.2
 */
export function handshakeRefusal(
  request: HandshakeRequest,
  origins: AllowedOrigins,
): WebSocketCode | null {
  if (!isHandshake(request)) return 'WEBSOCKET_REQUIRED';
  if (request.getHeaderLine('Sec-WebSocket-Version') !== '13') return 'WEBSOCKET_VERSION';
  if (malformedHeader(request) !== null) return 'WEBSOCKET_HANDSHAKE';
  const isAllowed = isAllowedOrigin(request.getHeaderLine('Origin'), request.getUri(), origins);
  return isAllowed ? null : 'WEBSOCKET_ORIGIN';
}

/** @returns the first malformed header of a handshake; `null` if there is none */
export function malformedHeader(
  request: Pick<HandshakeRequest, 'hasHeader' | 'getHeaderLine'>,
): MalformedHeader | null {
  if (!KEY.test(request.getHeaderLine('Sec-WebSocket-Key'))) return 'Sec-WebSocket-Key';
  return offeredProtocols(request) === null ? 'Sec-WebSocket-Protocol' : null;
}
