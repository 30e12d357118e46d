import type { Socket } from 'node:net';

interface SocketInternals {
  readonly _handle?: { readonly writeQueueSize?: unknown } | null;
}

/**
 * Whether bytes that were written to a connection wait in this process for the client to take some.
 *
 * @returns null if this is not known
 */
export function hasPendingWrites(socket: Socket): boolean | null {
  const size = (socket as SocketInternals)._handle?.writeQueueSize;
  return typeof size === 'number' ? size > 0 : null;
}
