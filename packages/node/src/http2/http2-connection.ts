import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { Deadlines, type Wait } from '../deadlines.js';
import type { ServerLimits } from '../limits.js';
import { connectionOf } from '../server/connection.js';
import { Pulses } from './http2-pulse.js';
import { StreamSocket } from './stream-socket.js';

/** Milliseconds that a client has to close a connection that is at its end. */
const FAREWELL = 1_000;

/** The deadlines of all HTTP/2 connections of a server. */
export class Http2Deadlines {
  readonly requestsPerSocket: number;
  /** For the first request. */
  readonly first: Deadlines<Http2Connection>;
  readonly farewell: Deadlines<Http2Connection>;
  readonly pulses: Pulses;
  readonly #checkInterval: number;
  /** By their milliseconds. */
  readonly #idle = new Map<number, Deadlines<Http2Connection>>();

  constructor(limits: ServerLimits) {
    const { checkInterval, headersTimeout, requestsPerSocket } = limits;
    this.#checkInterval = checkInterval;
    this.requestsPerSocket = requestsPerSocket;
    this.pulses = new Pulses(limits);
    this.first = new Deadlines<Http2Connection>(headersTimeout, checkInterval, end);
    this.farewell = new Deadlines<Http2Connection>(FAREWELL, checkInterval, ({ socket }) => {
      socket.destroy();
    });
  }

  /** From one request to the next. */
  idleOf(socket: Socket): Deadlines<Http2Connection> {
    const { timeout } = connectionOf(socket).keepAlive;
    const known = this.#idle.get(timeout);
    if (known !== undefined) return known;
    const deadlines = new Deadlines<Http2Connection>(timeout, this.#checkInterval, end);
    this.#idle.set(timeout, deadlines);
    return deadlines;
  }
}

function end(connection: Http2Connection): void {
  connection.end();
}

/** A connection that speaks HTTP/2: how many requests it carries, and when it ends. */
export class Http2Connection {
  readonly socket: Socket;
  readonly #session: ServerHttp2Session;
  readonly #deadlines: Http2Deadlines;
  #requests = 0;
  #open = 0;
  #ending = false;
  /** The wait for a request or for the end, while no request runs. */
  #wait: { readonly of: Deadlines<Http2Connection>; readonly wait: Wait<Http2Connection> } | null =
    null;

  constructor(session: ServerHttp2Session, socket: Socket, deadlines: Http2Deadlines) {
    this.#session = session;
    this.socket = socket;
    this.#deadlines = deadlines;
    endLater(session);
    deadlines.pulses.watch(session, socket);
    this.#waitOf(deadlines.first);
    // Before Node's own listener, which makes the request.
    session.prependListener('stream', (stream: ServerHttp2Stream) => {
      this.#take(stream);
    });
    socket.once('close', () => {
      this.#waitOf(null);
    });
  }

  /**
   * Takes no more requests and closes behind the last. A client knows which of those that it has sent
   * meanwhile nobody saw, and may send them again elsewhere (RFC 9113 6.8).
   */
  end(): void {
    if (this.#ending || this.#session.destroyed) return;
    this.#ending = true;
    this.#session.close();
    if (this.#open === 0) this.#waitOf(this.#deadlines.farewell);
  }

  #take(stream: ServerHttp2Stream): void {
    this.#waitOf(null);
    this.#open++;
    const connection = connectionOf(this.socket);
    const streamSocket = new StreamSocket(stream, this.socket);
    connection.add(streamSocket);
    stream.once('close', () => {
      connection.delete(streamSocket);
      streamSocket.setTimeout(0);
      if (--this.#open > 0 || this.socket.destroyed) return;
      this.#waitOf(this.#ending ? this.#deadlines.farewell : this.#deadlines.idleOf(this.socket));
    });
    if (++this.#requests === this.#deadlines.requestsPerSocket) this.end();
  }

  #waitOf(deadlines: Deadlines<Http2Connection> | null): void {
    if (this.#wait !== null) this.#wait.of.delete(this.#wait.wait);
    this.#wait = deadlines === null ? null : { of: deadlines, wait: deadlines.add(this) };
  }
}

/**
 * Lets a session end only when all that has come at once is read: one that Node ends half way through,
 * at a client's GOAWAY, makes nghttp2 before 1.68.1 abort the process (CVE-2026-27135).
 */
function endLater(session: ServerHttp2Session): void {
  const close = session.close.bind(session);
  const destroy = session.destroy.bind(session);
  session.close = (callback) => {
    setImmediate(close, callback);
  };
  session.destroy = (error, code) => {
    setImmediate(destroy, error, code);
  };
}
