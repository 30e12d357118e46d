import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections that a server has open, kept up to date. One over TLS counts as its secure socket
 * as soon as that speaks, so that `bytesRead` is what the client has said.
 *
 * @param onOpen told of each connection that requests can come by
 */
export function openSockets(
  server: Server,
  secure: boolean,
  onOpen: (socket: Socket) => void,
): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const handshaking = new Map<string, Socket>();
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', (socket: Socket) => {
    add(socket);
    if (!secure) {
      onOpen(socket);
      return;
    }
    const peer = peerOf(socket);
    handshaking.set(peer, socket);
    socket.once('close', () => handshaking.delete(peer));
  });
  server.on('secureConnection', (socket: Socket) => {
    const plain = handshaking.get(peerOf(socket));
    if (plain !== undefined) sockets.delete(plain);
    add(socket);
    onOpen(socket);
  });
  return sockets;
}

/** Names a connection at one server. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
