import type { ServerResponse } from 'node:http';

/**
 * Starts the timeout within which the client must read some of a response, or is disconnected. For a pipelined
 * response, it starts after those before it: waiting for them is not the client's fault.
 */
export function beginWriteTimeout(outgoing: ServerResponse, milliseconds: number): void {
  const { socket } = outgoing.req;
  const begin = (): void => void socket.setTimeout(milliseconds);
  // Node assigns the socket, and emits `socket`, when the previous response has been sent.
  if (outgoing.socket === null) outgoing.once('socket', begin);
  else begin();
}
