import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { Deadlines, type Wait } from '../deadlines.js';
import type { ServerLimits } from '../server-limits.js';
import { pendingBytes } from '../fast/node-internals.js';

/**
 * Closes dead HTTP/2 connections. A client that sends nothing for `headersTimeout` gets a PING, and has `writeTimeout`
 * to send anything.
 *
 * When a client violates the protocol, Node sends GOAWAY and stops reading without an event: it notices neither that
 * the client disconnects nor the response to a PING, and open streams never close. Such a session does not write a PING
 * either, which is how it is recognized and closed immediately.
 */
export function http2KeepAlive({
  headersTimeout,
  writeTimeout,
  checkInterval,
}: ServerLimits): WatchConnection {
  const silent = new Deadlines<Probe>(headersTimeout, checkInterval, (probe) => {
    if (probe.hasReceived()) probe.waitFor(silent);
    else {
      probe.ping();
      probe.waitFor(asked);
    }
  });
  const asked = new Deadlines<Probe>(writeTimeout, checkInterval, (probe) => {
    if (probe.hasReceived()) probe.waitFor(silent);
    else probe.cut();
  });
  return (session, socket) => {
    new Probe(session, socket).waitFor(silent);
  };
}

/** Watches a connection until its socket is closed. */
export type WatchConnection = (session: ServerHttp2Session, socket: Socket) => void;

/** The state of one connection. */
class Probe {
  readonly #session: ServerHttp2Session;
  readonly #socket: Socket;
  #received = 0;
  #wait: Wait<Probe> | null = null;

  constructor(session: ServerHttp2Session, socket: Socket) {
    this.#session = session;
    this.#socket = socket;
    socket.once('close', () => {
      this.#wait?.end();
    });
  }

  waitFor(deadlines: Deadlines<Probe>): void {
    this.#wait = deadlines.add(this);
  }

  /** Whether bytes have arrived since the last call. */
  hasReceived(): boolean {
    const before = this.#received;
    this.#received = this.#socket.bytesRead;
    return this.#received !== before;
  }

  ping(): void {
    if (this.#session.destroyed) return;
    const before = this.#socket.bytesWritten;
    this.#session.ping(() => undefined);
    // Node writes frames in the next turn, unless the client has not read the previous ones.
    setImmediate(() => {
      setImmediate(() => {
        const isWritten = this.#socket.bytesWritten !== before;
        if (!isWritten && pendingBytes(this.#socket) === 0) this.cut();
      });
    });
  }

  cut(): void {
    this.#socket.destroy();
  }
}
