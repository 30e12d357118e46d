import type { IncomingHttpHeaders } from 'node:http';
import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { Deadlines, type Wait } from '../deadlines.js';
import type { ServerLimits } from '../server-limits.js';
import { connectionOf } from '../connection/connection.js';
import { http2KeepAlive, type WatchConnection } from './http2-keep-alive.js';
import { resetBudget } from './reset-budget.js';
import { streamTurn } from './stream-turn.js';
import { StreamSocket } from './stream-socket.js';

/** Milliseconds that a client has to close a connection after the server has ended it. */
const FAREWELL = 1_000;

type StreamListener = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: string[],
) => void;

/** Handles the request of a stream; must not throw. */
export type OnStream = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
) => void;

/** The state that all HTTP/2 connections of a server share. */
export class Http2Connections {
  readonly limits: ServerLimits;
  readonly onStream: OnStream;
  /** Deadlines for the first request. */
  readonly first: Deadlines<Http2Connection>;
  readonly farewell: Deadlines<Http2Connection>;
  readonly keepAlive: WatchConnection;
  /** The deadlines of {@link idleOf}, by their milliseconds. */
  readonly #idle = new Map<number, Deadlines<Http2Connection>>();

  constructor(limits: ServerLimits, onStream: OnStream) {
    const { checkInterval, headersTimeout } = limits;
    this.limits = limits;
    this.onStream = onStream;
    this.keepAlive = http2KeepAlive(limits);
    this.first = new Deadlines<Http2Connection>(headersTimeout, checkInterval, end);
    this.farewell = new Deadlines<Http2Connection>(FAREWELL, checkInterval, ({ socket }) => {
      socket.destroy();
    });
  }

  /** Deadlines for the next request. */
  idleOf(socket: Socket): Deadlines<Http2Connection> {
    const { timeout } = connectionOf(socket).keepAlive;
    const known = this.#idle.get(timeout);
    if (known !== undefined) return known;
    const deadlines = new Deadlines<Http2Connection>(timeout, this.limits.checkInterval, end);
    this.#idle.set(timeout, deadlines);
    return deadlines;
  }
}

function ignore(): void {
  // Nothing waits for the stream.
}

function end(connection: Http2Connection): void {
  connection.end();
}

/** An HTTP/2 connection: decides which requests are handled, and when the connection ends. */
export class Http2Connection {
  readonly socket: Socket;
  readonly #session: ServerHttp2Session;
  readonly #shared: Http2Connections;
  readonly #takeTurn = streamTurn();
  /** Counts a reset. @returns whether there were too many */
  readonly #isResetTooMuch: () => boolean;
  #requests = 0;
  #open = 0;
  #ending = false;
  /** Whether the client has exceeded the limit of resets: no more requests are handled. */
  #isCut = false;
  /** The wait for a request or for the client to close, while no request is running. */
  #wait: Wait<Http2Connection> | null = null;

  constructor(session: ServerHttp2Session, socket: Socket, shared: Http2Connections) {
    this.#session = session;
    this.socket = socket;
    this.#shared = shared;
    this.#isResetTooMuch = resetBudget(shared.limits.streamResets);
    endLater(session);
    shared.keepAlive(session, socket);
    this.#waitFor(shared.first);
    session.on('stream', ((stream, headers, _flags, rawHeaders) => {
      this.#take(stream, headers, rawHeaders);
    }) satisfies StreamListener);
    socket.once('close', () => {
      this.#waitFor(null);
    });
  }

  /**
   * Accepts no more requests, and closes after the last response. The client learns which of the requests that it has
   * sent in the meantime were not handled, and can retry them elsewhere (RFC 9113 6.8).
   */
  end(): void {
    if (this.#ending || this.#session.destroyed) return;
    this.#ending = true;
    this.#session.close();
    if (this.#open === 0) this.#waitFor(this.#shared.farewell);
  }

  #take(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): void {
    // Without a listener, a stream's error would end the process.
    stream.on('error', ignore);
    if (this.#isCut) return;
    this.#waitFor(null);
    this.#open++;
    const streamSocket = new StreamSocket(stream, this.socket);
    stream.once('close', () => {
      this.#leave(stream, streamSocket);
    });
    this.#takeTurn(stream, () => {
      if (this.#isCut) return;
      connectionOf(this.socket).add(streamSocket);
      this.#shared.onStream(stream, headers, rawHeaders);
    });
    if (++this.#requests >= this.#shared.limits.requestsPerSocket) this.end();
  }

  #leave(stream: ServerHttp2Stream, streamSocket: StreamSocket): void {
    connectionOf(this.socket).delete(streamSocket);
    streamSocket.setTimeout(0);
    if (--this.#open === 0 && !this.socket.destroyed) {
      this.#waitFor(this.#ending ? this.#shared.farewell : this.#shared.idleOf(this.socket));
    }
    const isReset = stream.aborted || stream.rstCode !== constants.NGHTTP2_NO_ERROR;
    if (isReset && !streamSocket.isCut && this.#isResetTooMuch()) this.#cut();
  }

  #cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    this.#session.destroy();
  }

  #waitFor(deadlines: Deadlines<Http2Connection> | null): void {
    this.#wait?.end();
    this.#wait = deadlines === null ? null : deadlines.add(this);
  }
}

/**
 * Makes a session end only after the current read has been parsed. If Node ends it halfway through, on a client's
 * GOAWAY, nghttp2 before 1.68.1 aborts the process (CVE-2026-27135).
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
