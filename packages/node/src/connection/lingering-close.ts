import { reasonPhrase } from '@mortise/http-syntax';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Deadlines } from '../deadlines.js';
import type { NodeAdapterError } from '../node-adapter-error.js';
import { connectionOf } from './connection.js';

/** What a client can still send after a response, before its connection is destroyed. */
export interface UnreadLimits {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Defaults. They give the client time to read the response. */
const UNREAD: UnreadLimits = { milliseconds: 5_000, bytes: 16 * 1024 * 1024 };

/**
 * Closes a connection so that a client that is still sending can read the last response (RFC 9112 9.6): ends the
 * server's side, and discards input until the client ends its own. A socket closed with unread input is reset, and the
 * client's system then drops what the client has not read yet.
 */
export class LingeringClose {
  readonly #discarded: Deadlines<Socket>;
  readonly #bytes: number;

  /** @param checkInterval milliseconds between two checks of the time limit */
  constructor(checkInterval: number, { milliseconds, bytes }: UnreadLimits = UNREAD) {
    this.#bytes = bytes;
    this.#discarded = new Deadlines<Socket>(milliseconds, checkInterval, (socket) => {
      socket.destroy();
    });
  }

  /**
   * Makes the connection of a request linger if its response turns out to be the last one, when Node calls
   * `destroySoon`. Does nothing over HTTP/2.
   */
  prepare(incoming: IncomingMessage): void {
    const { socket } = incoming;
    if (!(socket instanceof Socket)) return;
    socket.destroySoon = () => {
      if (!incoming.complete || connectionOf(socket).closing) this.close(socket);
      else Socket.prototype.destroySoon.call(socket);
    };
  }

  /** Sends a status without a body on a connection that Node no longer parses, and closes the connection. */
  refuse(socket: Socket, status: number): void {
    const line = `HTTP/1.1 ${status} ${reasonPhrase(status)}`;
    socket.write(`${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    this.close(socket);
  }

  /** Closes a connection after its pending writes. */
  close(socket: Socket): void {
    connectionOf(socket).closing = true;
    // Replaces Node's own listener, which would parse the input.
    this.#discard(socket.removeAllListeners('data'), socket);
    socket.end();
  }

  /**
   * Fails the body of a request whose rest cannot be parsed, and whose response has not begun. The handler responds, and
   * the connection must close after that; until then, input is discarded.
   */
  failBody(incoming: IncomingMessage, error: NodeAdapterError): void {
    const { socket } = incoming;
    Object.assign(incoming, {
      push: () => true,
      // Node's own closes the connection.
      _destroy(reason: Error | null, done: (error: Error | null) => void): void {
        done(incoming.listenerCount('error') === 0 ? null : reason);
      },
    });
    incoming.destroy(error);
    this.#limit(socket.removeAllListeners('data'), socket);
  }

  /** Discards the rest of a body that no handler reads, so that the client can read the response. */
  discardBody(incoming: IncomingMessage): void {
    const { socket } = incoming;
    if (incoming.complete || incoming.destroyed) return;
    connectionOf(socket).unread = incoming;
    this.#discard(incoming, socket);
  }

  /** Discards input, and destroys the socket if it exceeds the limits. */
  #discard(input: Readable, socket: Socket): void {
    const wait = this.#discarded.add(socket);
    input.once('close', () => {
      wait.end();
    });
    this.#limit(input, socket);
  }

  #limit(input: Readable, socket: Socket): void {
    let left = this.#bytes;
    input.on('data', (chunk: Uint8Array) => {
      if ((left -= chunk.length) < 0) socket.destroy();
    });
    input.resume();
  }
}
