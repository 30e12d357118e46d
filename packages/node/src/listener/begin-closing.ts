import type { Socket } from 'node:net';
import { connectionOf } from '../connection/connection.js';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { ListenerCore } from './listener-core.js';

/** Tells running and later requests that the server begins to close. */
export function beginClosing(core: Pick<ListenerCore, 'closing'>, sockets: Iterable<Socket>): void {
  core.closing = true;
  const reason = NodeAdapterError.serverClosing();
  for (const socket of sockets) connectionOf(socket).beginClosing(reason);
}

/**
 * Like {@link beginClosing}, when a signal aborts.
 *
 * @returns called with the connection of each request
 */
export function closedBy(
  closing: AbortSignal,
  core: Pick<ListenerCore, 'closing'>,
): (socket: Socket) => void {
  const sockets = new Set<Socket>();
  const begin = (): void => {
    beginClosing(core, sockets);
  };
  if (closing.aborted) begin();
  else closing.addEventListener('abort', begin);
  return (socket) => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}
