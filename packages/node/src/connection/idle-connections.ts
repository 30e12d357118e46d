import type { Socket } from 'node:net';
import type { ServerLimits } from '../server-limits.js';
import { connectionOf } from './connection.js';

/**
 * Closes idle connections.
 *
 * One timer checks all connections, and runs only while there are any, so a request costs nothing here. Node's own
 * timeout is set and cleared for each request (5 % of the cost of a short one).
 *
 * @returns a function to call whenever a connection opens
 */
export function idleConnections(
  sockets: ReadonlySet<Socket>,
  { keepAliveTimeout, checkInterval, headersTimeout }: ServerLimits,
): () => void {
  const interval = Math.max(1, Math.min(checkInterval, keepAliveTimeout));
  const grace = Math.ceil((headersTimeout + checkInterval) / interval);
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    for (const socket of sockets) {
      const connection = connectionOf(socket);
      // Never early: a client that received the timeout relies on it.
      const ticks = Math.ceil(connection.keepAlive.timeout / interval);
      const { bytesRead } = socket;
      if (connection.idleTicks(bytesRead, grace) < ticks) continue;
      // A process that stood still reads only now that the client has sent a request.
      setImmediate(() => {
        if (socket.bytesRead === bytesRead) socket.destroy();
      });
    }
    if (sockets.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return () => {
    timer ??= setInterval(check, interval).unref();
  };
}
