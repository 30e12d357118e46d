import { ChunkReader } from '../chunk-reader.js';
import { FetchAdapterError } from '../errors.js';
import { within } from '../within.js';

/** Reads the body of a request chunk by chunk; waits for none of them too long. */
export class BodyReader implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: ChunkReader;
  readonly #idleTimeout: number;

  /** @param idleTimeout milliseconds that one read may wait */
  constructor(stream: ReadableStream<Uint8Array>, idleTimeout: number) {
    this.#chunks = new ChunkReader(stream);
    this.#idleTimeout = idleTimeout;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await within(this.#chunks.next(), this.#idleTimeout, () => this.#late());
    } catch (error) {
      if (!(error instanceof FetchAdapterError)) throw FetchAdapterError.clientGone(error);
      this.cancel();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    return this.#chunks.return();
  }

  /** Tells the platform that nobody reads on, and does not wait. */
  cancel(): void {
    this.#chunks.return().catch(() => undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #late(): FetchAdapterError {
    const text = `no byte of the body came for ${this.#idleTimeout} ms`;
    return new FetchAdapterError('BODY_IDLE_TIMEOUT', text, 408);
  }
}
