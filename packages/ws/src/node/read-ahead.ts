/** What counts for a message in addition to its bytes: empty messages take memory too. */
const OVERHEAD = 128;

/** The part of a socket that is read, or not. */
export interface Readable {
  readonly isPaused: boolean;
  pause(): void;
  resume(): void;
}

/**
 * Reads on while callbacks are pending, so that pongs, a Close and the end of the client are noticed; but stops while more
 * than a limit of messages waits for them.
 */
export class ReadAhead {
  readonly #socket: Readable;
  readonly #limit: number;
  #waiting = 0;
  #wasPaused = false;
  #isEnded = false;

  /** @param limit bytes of messages, each with an overhead of 128 */
  constructor(socket: Readable, limit: number) {
    this.#socket = socket;
    this.#limit = limit;
  }

  /** A message waits. @param length in bytes or characters */
  add(length: number): void {
    this.#waiting += length + OVERHEAD;
    if (this.#isEnded || this.#waiting <= this.#limit) return;
    this.#wasPaused = true;
    this.#socket.pause();
  }

  /** A message that waited is handled now. */
  remove(length: number): void {
    this.#waiting -= length + OVERHEAD;
    if (this.#socket.isPaused && this.#waiting <= this.#limit) this.#socket.resume();
  }

  /** Reads whatever arrives from now on: it is not kept. */
  end(): void {
    this.#isEnded = true;
    this.#socket.resume();
  }

  /** Whether nothing was read at any time since the previous call. */
  wasPaused(): boolean {
    const was = this.#wasPaused;
    this.#wasPaused = this.#socket.isPaused;
    return was;
  }
}
