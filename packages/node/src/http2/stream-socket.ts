import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { connectionOf, type ConnectionListener } from '../connection/connection.js';

const NO_ERROR = constants.NGHTTP2_NO_ERROR;

/** Maximum number of bytes of a response that are passed to a stream at a time. */
export const PIECE = 64 * 1024;

/** Maximum consecutive checks without progress of a stream while its connection sends at least a quarter of a piece. */
const TURNS = 3;

const SOCKET: unique symbol = Symbol('socket');

/** `server` is set by Node, and absent from its types. */
interface KnownSocket extends Socket {
  readonly server?: Server;
}

interface KnownStream extends ServerHttp2Stream {
  [SOCKET]?: StreamSocket;
}

/**
 * Represents the connection of one HTTP/2 request: operations on it affect only the request's stream, not the other
 * streams of the real connection.
 */
export class StreamSocket implements ConnectionListener {
  /** As in Node's sockets, only present if true. */
  declare readonly encrypted?: true;
  readonly #stream: ServerHttp2Stream;
  readonly #real: KnownSocket;
  #stalled: NodeJS.Timeout | undefined = undefined;
  /** The amount passed to the stream, in the unit of its `writableLength`. */
  written = 0;
  /** Whether the server has reset the stream itself. */
  isCut = false;

  constructor(stream: KnownStream, real: Socket) {
    this.#stream = stream;
    this.#real = real;
    if ('encrypted' in real) this.encrypted = true;
    stream[SOCKET] = this;
  }

  get remoteAddress(): string | undefined {
    return this.#real.remoteAddress;
  }

  /** The server that accepted the connection. */
  get server(): Server | undefined {
    return this.#real.server;
  }

  get remotePort(): number | undefined {
    return this.#real.remotePort;
  }

  get localAddress(): string | undefined {
    return this.#real.localAddress;
  }

  get localPort(): number | undefined {
    return this.#real.localPort;
  }

  get unsent(): number {
    return this.#stream.writableLength;
  }

  /**
   * Whether the stream was closed before the response was sent. If the request has ended, Node can destroy the stream
   * with the last frame of the response, before it emits `finish`.
   */
  get destroyed(): boolean {
    const { destroyed, rstCode, writableEnded, writableFinished } = this.#stream;
    const isSent = writableFinished || (writableEnded && !this.isCut && rstCode === NO_ERROR);
    return destroyed && !isSent;
  }

  get readable(): boolean {
    return !this.destroyed;
  }

  get writable(): boolean {
    return !this.destroyed;
  }

  /** Discards unsent data; to the client, an unfinished response looks incomplete. */
  destroy(): void {
    this.isCut = true;
    const stream = this.#stream;
    // Not `close`: that ends the body first, which then looks complete.
    stream.destroy(stream.writableFinished ? undefined : new Error('the response ended early'));
  }

  /**
   * Destroys the stream if it makes no progress. The stream's own timeout would treat all data on the connection as
   * progress, including responses to PING. A piece is sent whole or not at all, and on a slow connection it waits for
   * those of other streams.
   *
   * @param ms milliseconds without progress; 0 disables the timeout
   */
  setTimeout(ms: number): void {
    clearTimeout(this.#stalled);
    if (ms === 0) return;
    let taken = this.#taken;
    let carried = this.#real.bytesWritten;
    let turns = TURNS;
    const wait = (timeout: number, isLast: boolean): void => {
      this.#stalled = setTimeout(look, timeout, isLast).unref();
    };
    const look = (isLast: boolean): void => {
      if (this.#taken !== taken) turns = TURNS;
      else if (turns === 0 || this.#real.bytesWritten - carried < PIECE / 4) {
        // A process that stood still reads only now that the client has taken something.
        if (isLast) this.destroy();
        else wait(0, true);
        return;
      } else turns--;
      taken = this.#taken;
      carried = this.#real.bytesWritten;
      wait(ms, false);
    };
    wait(ms, false);
  }

  /** Does nothing, like the following method: other streams share the connection. */
  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  get #taken(): number {
    return this.written - this.#stream.writableLength;
  }

  on(event: string, listener: () => void): this {
    this.#stream.on(event, listener);
    return this;
  }

  once(event: string, listener: () => void): this {
    this.#stream.once(event, listener);
    return this;
  }

  off(event: string, listener: () => void): this {
    this.#stream.off(event, listener);
    return this;
  }

  removeListener(event: string, listener: () => void): this {
    return this.off(event, listener);
  }

  abort(reason: unknown): void {
    connectionOf(this as unknown as Socket).abort(reason);
  }

  beginClosing(reason: unknown): void {
    connectionOf(this as unknown as Socket).beginClosing(reason);
  }
}

/** The socket that represents the connection of a stream's request. */
export function socketOf(stream: KnownStream): StreamSocket {
  return stream[SOCKET] as StreamSocket;
}
