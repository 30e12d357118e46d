import type { BodyPace } from '@mortise/base/adapter';
import { ChunkReader } from '../chunk-reader.js';
import { bodyIdle } from './body-errors.js';
import { FetchAdapterError } from '../fetch-adapter-error.js';
import type { Timeouts } from '../timeouts.js';
import { within } from '../within.js';

/** Reads the body of a request chunk by chunk, with limits on idle time and rate. */
export class BodyReader implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: ChunkReader;
  readonly #timeouts: Timeouts;
  readonly #idleTimeout: number;
  readonly #pace: BodyPace<FetchAdapterError>;
  /** The number of pending reads. */
  #waiting = 0;

  /** @param idleTimeout milliseconds that one read can wait */
  constructor(
    stream: ReadableStream<Uint8Array>,
    timeouts: Timeouts,
    idleTimeout: number,
    pace: BodyPace<FetchAdapterError>,
  ) {
    this.#chunks = new ChunkReader(stream);
    this.#timeouts = timeouts;
    this.#idleTimeout = idleTimeout;
    this.#pace = pace;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.#waiting++;
    this.#pace.wait();
    try {
      const next = await within(this.#chunks.next(), this.#timeouts, this.#idleTimeout, () =>
        bodyIdle(this.#idleTimeout),
      );
      const slow = next.done === true ? null : this.#pace.take(next.value.byteLength);
      if (slow !== null) throw slow;
      return next;
    } catch (error) {
      if (!(error instanceof FetchAdapterError)) throw FetchAdapterError.clientGone(error);
      this.cancel();
      throw error;
    } finally {
      if (--this.#waiting === 0) this.#pace.rest();
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    return this.#chunks.return();
  }

  /** Notifies the platform that the rest will not be read, without waiting. */
  cancel(): void {
    this.#chunks.return().catch(() => undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
