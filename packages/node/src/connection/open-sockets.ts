import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a live set of a server's open connections. A TLS connection is represented by its secure socket after the
 * handshake, so that `bytesRead` is the number of decrypted bytes.
 *
 * @param onOpen called for each connection on which requests can arrive
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

/** Identifies a connection of one server. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
