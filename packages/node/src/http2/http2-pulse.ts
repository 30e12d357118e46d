import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { Deadlines, type Wait } from '../deadlines.js';
import type { ServerLimits } from '../limits.js';

/**
 * Cuts connections of HTTP/2 that are dead: a client that says nothing is asked by PING, and has as
 * long to say anything as it has to take something of a response.
 *
 * Node needs this: when a client breaks the protocol it reads no more, so that it does not even see
 * the connection's end, and streams that run then never close.
 */
export class Pulses {
  readonly #silent: Deadlines<Pulse>;
  readonly #asked: Deadlines<Pulse>;

  constructor({ headersTimeout, writeTimeout, checkInterval }: ServerLimits) {
    this.#silent = new Deadlines<Pulse>(headersTimeout, checkInterval, (pulse) => {
      if (!pulse.hasSpoken()) {
        pulse.ask();
        pulse.waitOf(this.#asked);
      } else pulse.waitOf(this.#silent);
    });
    this.#asked = new Deadlines<Pulse>(writeTimeout, checkInterval, (pulse) => {
      if (pulse.hasSpoken()) pulse.waitOf(this.#silent);
      else pulse.cut();
    });
  }

  /** From now on until the socket is closed. */
  watch(session: ServerHttp2Session, socket: Socket): void {
    new Pulse(session, socket).waitOf(this.#silent);
  }
}

class Pulse {
  readonly #session: ServerHttp2Session;
  readonly #socket: Socket;
  #heard = 0;
  #stop: () => void = () => undefined;

  constructor(session: ServerHttp2Session, socket: Socket) {
    this.#session = session;
    this.#socket = socket;
    socket.once('close', () => {
      this.#stop();
    });
  }

  waitOf(deadlines: Deadlines<Pulse>): void {
    const wait: Wait<Pulse> = deadlines.add(this);
    this.#stop = () => {
      deadlines.delete(wait);
    };
  }

  /** Whether anything has come since the last call. */
  hasSpoken(): boolean {
    const before = this.#heard;
    this.#heard = this.#socket.bytesRead;
    return this.#heard !== before;
  }

  ask(): void {
    if (!this.#session.destroyed) this.#session.ping(() => undefined);
  }

  cut(): void {
    this.#socket.destroy();
  }
}
