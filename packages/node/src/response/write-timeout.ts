import type { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { pendingBytes } from '../fast/node-internals.js';
import { setImmediate } from '../set-immediate.js';

/**
 * Starts the timeout within which the client must read some of a response, or is disconnected. For a pipelined
 * response, it starts after those before it: waiting for them is not the client's fault.
 */
export function beginWriteTimeout(outgoing: ServerResponse, milliseconds: number): void {
  const { socket } = outgoing.req;
  const begin = (): void => {
    outgoing.off('timeout', lookOnceMore).on('timeout', lookOnceMore);
    socket.setTimeout(milliseconds);
  };
  // Node assigns the socket, and emits `socket`, when the previous response has been sent.
  if (outgoing.socket === null) outgoing.once('socket', begin);
  else begin();
}

/** Ends the timeout: the client has read some of the response. */
export function endWriteTimeout(outgoing: ServerResponse): void {
  outgoing.off('timeout', lookOnceMore).req.socket.setTimeout(0);
}

/** Calls `finish` in the context of the request, after the last byte of its response was passed to the system. */
export function onFinish(
  outgoing: ServerResponse,
  context: AsyncResource,
  writeTimeout: number,
  finish: () => void,
): void {
  beginWriteTimeout(outgoing, writeTimeout);
  // Before Node's own listener, which begins the next pipelined response and, on the servers of `toListener`, the
  // keep-alive timeout.
  outgoing.prependOnceListener('finish', () => {
    endWriteTimeout(outgoing);
  });
  // A pipelined response without a socket is sent when the previous response ends, and in its context. Over HTTP/2,
  // Node emits `finish` in the connection's context if the client's side has already ended.
  const isOwn = outgoing.socket !== null && outgoing.req.httpVersionMajor === 1;
  outgoing.once('finish', isOwn ? finish : context.bind(finish));
}

/**
 * Disconnects a client that still reads nothing. Timers run before Node notices what clients have read: in a process
 * that stood still, all clients would seem to have read nothing.
 */
function lookOnceMore(this: ServerResponse): void {
  const { socket } = this.req;
  const before = [pendingBytes(socket), socket.bytesWritten];
  setImmediate(() => {
    if (socket.timeout === 0) return;
    const isStalled = pendingBytes(socket) === before[0] && socket.bytesWritten === before[1];
    if (isStalled) socket.destroy();
    else socket.setTimeout(socket.timeout ?? 0);
  });
}
