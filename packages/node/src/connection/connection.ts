import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { NodeAdapterError } from '../node-adapter-error.js';
import type { ServerLimits } from '../server-limits.js';
import { UNMANAGED } from './keep-alive.js';
import { PipelinedRequests } from './pipelined-requests.js';

/** Work on a connection that ends when the connection does. */
export interface ConnectionListener {
  /** Response bytes that are still buffered in this process. */
  readonly unsent: number;
  /** Called once, when the connection is closed. */
  abort(reason: unknown): void;
  /** Called when the server begins to close. */
  beginClosing(reason: unknown): void;
}

/** The headers of the last response on a connection (RFC 9112 9.6), alternating names and values. */
export const CLOSE: readonly string[] = ['Connection', 'close'];

const CONNECTION: unique symbol = Symbol('connection');

interface KnownSocket extends Socket {
  [CONNECTION]?: Connection | undefined;
}

/** The state of a connection, in addition to Node's. */
export class Connection {
  /** Number of requests that it has carried. */
  requests = 0;
  /** Whether its last response has been determined: later bytes are not handled as requests. */
  closing = false;
  /** Number of requests that have not ended: more than one if the client pipelines. */
  open = 0;
  /** The status for a malformed request after the waiting ones; 0 if there isn't one. */
  malformed = 0;
  /** The last request that was answered before it had fully arrived; `null` if there isn't one. */
  unread: IncomingMessage | null = null;
  /** The response to the last request that it has received; `null` once that request has ended. */
  newest: ServerResponse | null = null;
  /** Whether it was taken over for WebSocket or a tunnel, and is no longer read as HTTP. */
  takenOver = false;
  /** How long it is kept while idle. */
  keepAlive = UNMANAGED;
  #idle = { ticks: 0, requests: 0, bytes: 0 };
  readonly #socket: Socket;
  /** Usually one, unless the client pipelines. Not a `Set`, which would be rebuilt for every other request. */
  readonly #listeners: ConnectionListener[] = [];
  #pipeline: PipelinedRequests | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once('close', () => {
      if (this.#listeners.length > 0) this.abort(NodeAdapterError.clientGone());
    });
  }

  /** Whether parsed requests wait for the responses before them. */
  get holdsRequests(): boolean {
    return this.#pipeline !== null && !this.#pipeline.isEmpty;
  }

  /** Whether another request has to wait for responses before it. */
  mustWait(limits: ServerLimits): boolean {
    return this.holdsRequests || this.#isFull(limits);
  }

  /**
   * Queues a request until there is room for it. Nothing more is read in the meantime, but one read can contain a
   * thousand requests, and Node parses all of them.
   *
   * @param handle handles the request, or drops it if the connection is closing; must not throw
   */
  hold(limits: ServerLimits, handle: () => void): void {
    this.#pipeline ??= this.#pipelineWith(limits);
    // Only after the current read is parsed: Node cannot hand over a socket that is already paused.
    if (this.#pipeline.isEmpty) {
      process.nextTick(() => {
        this.#pause();
      });
    }
    this.#pipeline.push(handle);
  }

  /** Called when an open request has ended. */
  leave(): void {
    this.open--;
    if (this.#pipeline?.advance() === true && !this.takenOver) this.#socket.resume();
  }

  /**
   * Called at every tick with the number of bytes read. A connection that never sent anything, or has begun to send a
   * request, is not idle: the server is waiting for headers, which have their own timeout.
   *
   * @param grace ticks that a request can take to arrive once its first bytes have; other bytes (the rest of a body
   *   that was answered early, an empty line) are treated as the beginning of one
   * @returns the number of consecutive ticks without traffic
   */
  idleTicks(bytesRead: number, grace = Infinity): number {
    const { requests } = this;
    const idle = this.#idle;
    const isUsed = this.open > 0 || requests !== idle.requests;
    if (isUsed || bytesRead !== idle.bytes) {
      this.#idle = { ticks: isUsed ? 0 : -grace, requests, bytes: bytesRead };
    } else if (requests > 0) idle.ticks++;
    return Math.max(0, this.#idle.ticks);
  }

  add(listener: ConnectionListener): void {
    if (!this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  delete(listener: ConnectionListener): void {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  abort(reason: unknown): void {
    for (const listener of this.#listeners.slice()) listener.abort(reason);
  }

  beginClosing(reason: unknown): void {
    for (const listener of this.#listeners.slice()) listener.beginClosing(reason);
  }

  /** Whether there is no room for another request: never while none is open, because nothing would end the wait. */
  #isFull({ pipelinedRequests, unsentBytes }: ServerLimits): boolean {
    if (this.open === 0) return false;
    return this.open >= pipelinedRequests || this.#unsent > unsentBytes;
  }

  #pause(): void {
    if (this.holdsRequests && !this.takenOver) this.#socket.pause();
  }

  #pipelineWith(limits: ServerLimits): PipelinedRequests {
    // Node resumes the socket at the end of each request.
    this.#socket.on('resume', () => {
      this.#pause();
    });
    return new PipelinedRequests(
      () => this.closing || this.#socket.destroyed || !this.#isFull(limits),
    );
  }

  /** Response bytes buffered for the current response and for those after it. */
  get #unsent(): number {
    return this.#listeners.reduce((sum, { unsent }) => sum + unsent, 0);
  }
}

/** The `Connection` of a socket. It is stored on the socket, because every request needs it. */
export function connectionOf(socket: KnownSocket): Connection {
  return (socket[CONNECTION] ??= new Connection(socket));
}
