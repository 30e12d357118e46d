import type { ServerResponse } from 'node:http';

/**
 * Begins the time in which the client must read something of a response, or is disconnected. A pipelined response
 * first waits for those before it, which is not the client's fault.
 */
export function beginWriteTimeout(outgoing: ServerResponse, milliseconds: number): void {
  const { socket } = outgoing.req;
  const begin = (): void => void socket.setTimeout(milliseconds);
  // Node assigns the socket, and emits this, when the response before has been sent.
  if (outgoing.socket === null) outgoing.once('socket', begin);
  else begin();
}
