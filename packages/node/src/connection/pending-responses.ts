import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { canUse, firstResponseOf } from '../fast/node-internals.js';

/** The pending responses of connections, in order, for versions of Node that do not expose them. */
const due = new WeakMap<Socket, ServerResponse[]>();

/** Must be called for each request, so that {@link pendingResponse} knows its response. */
export function expectResponse(outgoing: ServerResponse): void {
  if (canUse('Socket._httpMessage')) return;
  const { socket } = outgoing.req;
  const responses = due.get(socket) ?? [];
  if (responses.push(outgoing) === 1) due.set(socket, responses);
  outgoing.once('close', () => {
    responses.splice(responses.indexOf(outgoing), 1);
  });
}

/** The first pending response of a connection; `null` if there isn't one. */
export function pendingResponse(socket: Socket): ServerResponse | null {
  return canUse('Socket._httpMessage') ? firstResponseOf(socket) : (due.get(socket)?.[0] ?? null);
}

/**
 * Calls `run` after all pending responses of a connection have been sent: immediately if there are none, never if the
 * connection closes first.
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
