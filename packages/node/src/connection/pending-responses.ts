import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The first answer that is still due on a connection, as Node keeps it; `null` when none is. */
export function pendingResponse(socket: Socket): ServerResponse | null {
  const { _httpMessage: pending } = socket as { _httpMessage?: ServerResponse | null };
  return pending ?? null;
}

/**
 * Runs something when every answer that is due on a connection is out: at once if none is, never if
 * the connection closes before.
 */
export function afterResponses(socket: Socket, run: () => void): void {
  if (socket.destroyed) return;
  const pending = pendingResponse(socket);
  if (pending === null) {
    run();
    return;
  }
  pending.once('close', () => {
    afterResponses(socket, run);
  });
}
