import type { ServerRequestInterface, UpgradedConnection } from '@mortise/http-message';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { chosenProtocol } from '../subprotocol.js';
import { OrderedWebSocket } from './ordered-web-socket.js';
import type { WebSocketRules } from './web-socket-options.js';

/**
 * Sends the 101 for a request without a refusal, and makes a WebSocket of its connection.
 *
 * @returns `null` if the client has disconnected
 */
export function acceptHandshake(
  request: ServerRequestInterface,
  { socket, rawHeaders }: UpgradedConnection,
  { protocols, maxPayload }: WebSocketRules,
): OrderedWebSocket | null {
  const accepting = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload,
    WebSocket: OrderedWebSocket,
  });
  accepting.on('headers', (lines) => {
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] as string;
      if (!isNegotiated(name)) lines.push(`${name}: ${rawHeaders[at + 1]}`);
    }
  });
  const duplex = socket as Duplex;
  const others = duplex.listeners('end');
  const sockets: OrderedWebSocket[] = [];
  // Header values are bytes, one for each character.
  duplex.setDefaultEncoding('latin1');
  const handshake = normalized(request, chosenProtocol(request, protocols));
  accepting.handleUpgrade(handshake, duplex, Buffer.alloc(0), (ws) => {
    sockets.push(ws);
  });
  duplex.setDefaultEncoding('utf8');
  const [ws] = sockets;
  ws?.holdEnd(duplex, others);
  return ws ?? null;
}

/**
 * The handshake as the package `ws` expects it. It reads nothing else of a request, and would itself refuse what it does
 * not expect: a list of protocols in `Upgrade`, or a changed request whose original is different.
 */
function normalized(request: ServerRequestInterface, protocol: string): IncomingMessage {
  const headers = {
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': request.getHeaderLine('Sec-WebSocket-Key'),
    // The package chooses the first.
    ...(protocol !== '' && { 'sec-websocket-protocol': protocol }),
  };
  return { method: 'GET', headers } as Partial<IncomingMessage> as IncomingMessage;
}

/** Whether only the handshake decides a header, not the application. */
function isNegotiated(name: string): boolean {
  return name.toLowerCase().startsWith('sec-websocket-');
}
