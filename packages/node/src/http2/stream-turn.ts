import type { ServerHttp2Stream } from 'node:http2';

/** A stream whose request has not been handled yet. */
interface Waiting {
  readonly stream: ServerHttp2Stream;
  readonly handle: () => void;
  trailers: readonly unknown[] | null;
}

/**
 * Decides when the requests of one connection are handled. The first of a turn of the event loop is
 * handled immediately. The others wait until the current read has been parsed, and those that the client
 * has reset by then are dropped: one read can open and reset a thousand streams (CVE-2023-44487).
 */
export class StreamTurn {
  #waiting: Waiting[] = [];
  #hasBegun = false;

  /** @param handle must not throw; not called if the stream has been closed */
  push(stream: ServerHttp2Stream, handle: () => void): void {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      setImmediate(this.#end);
      handle();
      return;
    }
    const waiting: Waiting = { stream, handle, trailers: null };
    this.#waiting.push(waiting);
    stream.once('trailers', (...trailers: unknown[]) => (waiting.trailers = trailers));
  }

  readonly #end = (): void => {
    const requests = this.#waiting;
    this.#waiting = [];
    this.#hasBegun = false;
    for (const { stream, handle, trailers } of requests) {
      if (stream.closed || stream.destroyed) continue;
      handle();
      // They arrived before the request had a listener.
      if (trailers !== null) stream.emit('trailers', ...trailers);
    }
  };
}
