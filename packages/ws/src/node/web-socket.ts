import { upgradeTo } from '@mortise/base/upgrade';
import type {
  ResponseInterface,
  ServerRequestInterface,
  UpgradedConnection,
} from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { handshakeRefusal } from '../handshake-refusal.js';
import { chosenProtocol } from '../subprotocol.js';
import { WebSocketError } from '../web-socket-error.js';
import { ServerSocket } from './server-socket.js';
import {
  type WebSocketOptions,
  type WebSocketRules,
  webSocketRules,
} from './web-socket-options.js';

/**
 * Returns the response that makes a WebSocket of a request, for a route of a server with `upgrades: true`. The headers
 * of the response are sent with the handshake. The connection is part of the request: the lifetime ends with it.
 *
 * @param request a GET, checked here: also its `Origin`, because protection against other origins lets a GET pass
 * @throws {WebSocketError} 426 `WEBSOCKET_REQUIRED` or `WEBSOCKET_VERSION`, 400 `WEBSOCKET_HANDSHAKE`, 403
 *   `WEBSOCKET_ORIGIN`
 * @throws {WebSocketOptionError} `OPTION_INVALID`
 * @see RFC 6455
 */
export function webSocket<R extends ResponseInterface>(
  request: ServerRequestInterface,
  response: R,
  options: WebSocketOptions,
): R {
  const rules = webSocketRules(options);
  const code = handshakeRefusal(request, rules.origins);
  if (code !== null) throw WebSocketError.refused(code);
  return upgradeTo(response, 'websocket', (connection) => {
    const ws = accepted(connection, chosenProtocol(request, rules.protocols), rules);
    if (ws !== null) new ServerSocket(ws, request, connection, rules);
  });
}

/** Sends the 101. @returns `null` if the client has disconnected */
function accepted(
  { incoming, socket, rawHeaders }: UpgradedConnection,
  protocol: string,
  { maxPayload }: WebSocketRules,
): WebSocket | null {
  const accepting = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload,
    handleProtocols: () => (protocol === '' ? false : protocol),
  });
  accepting.on('headers', (lines) => {
    for (let at = 0; at < rawHeaders.length; at += 2) {
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    }
  });
  const duplex = socket as Duplex;
  const sockets: WebSocket[] = [];
  // Header values are bytes, one for each character.
  duplex.setDefaultEncoding('latin1');
  accepting.handleUpgrade(incoming as IncomingMessage, duplex, Buffer.alloc(0), (ws) => {
    sockets.push(ws);
  });
  duplex.setDefaultEncoding('utf8');
  return sockets[0] ?? null;
}
