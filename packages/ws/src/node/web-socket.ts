import { upgradeTo } from '@mortise/base/upgrade';
import type { ResponseInterface, ServerRequestInterface } from '@mortise/http-message';
import { AsyncResource } from 'node:async_hooks';
import { handshakeRefusal, malformedHeader } from '../handshake-refusal.js';
import { WebSocketError } from '../web-socket-error.js';
import { acceptHandshake } from './accept-handshake.js';
import { ServerSocket } from './server-socket.js';
import { type WebSocketOptions, webSocketRules } from './web-socket-options.js';

/**
 * Returns the response that turns a request into a WebSocket, for a route of a server with `upgrades: true`. The
 * response's headers are sent with the handshake, except `Sec-WebSocket-*`. The connection is part of the request: the
 * lifetime ends with it. The callbacks run in the asynchronous context of this call.
 *
 * @param request a GET, checked here with its `Origin`, because protection against other origins lets a GET pass
 * @throws {WebSocketError} 426 `WEBSOCKET_REQUIRED` or `WEBSOCKET_VERSION`, 400 `WEBSOCKET_HANDSHAKE`, 403
 *   `WEBSOCKET_ORIGIN`
 * @throws {OptionError} `OPTION_INVALID`
 * @see RFC 6455
 */
export function webSocket<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  options: WebSocketOptions,
): R {
  const rules = webSocketRules(options);
  const code = handshakeRefusal(request, rules.origins);
  if (code !== null) {
    const malformed = code === 'WEBSOCKET_HANDSHAKE' ? malformedHeader(request) : null;
    throw WebSocketError.refused(code, malformed);
  }
  // The connection receives in the context of the server, and responses of several requests are sent in one.
  const context = new AsyncResource('MortiseWebSocket');
  return upgradeTo(response, 'websocket', (connection) => {
    const ws = acceptHandshake(request, connection, rules);
    if (ws !== null) new ServerSocket(ws, request, connection, rules, context);
  });
}
