import { ByteCollector } from '../byte-collector.js';

/** The callbacks with which a {@link ByteQueue} controls its source. */
export interface ByteQueueSource {
  /** Called when the queue is empty again: for each chunk that is taken, whether or not the source has paused. */
  resume(): void;
  /** Called if the rest will not be read: at most once, and not after the end. */
  cancel(): void;
}

/** Number of bytes at which a source should pause: as many as a socket reads at once. */
const HIGH_WATER = 65_536;

/**
 * A queue of bytes from a source that pushes them to a reader that pulls them, such as a stream of
 * `createStreamFromResource`. All bytes pushed between two reads form one chunk. There must be only one reader, which
 * reads one chunk at a time.
 */
export class ByteQueue implements AsyncIterator<Uint8Array>, AsyncIterable<Uint8Array> {
  readonly #source: ByteQueueSource;
  readonly #bytes = new ByteCollector();
  #state: 'open' | 'ended' | 'failed' = 'open';
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(source: ByteQueueSource) {
    this.#source = source;
  }

  /**
   * Adds a chunk.
   *
   * @param chunk kept by reference
   * @returns `false` if the source should pause until `resume`
   */
  push(chunk: Uint8Array): boolean {
    if (this.#state !== 'open') return true;
    this.#bytes.add(chunk);
    this.#wake?.();
    return this.#bytes.size < HIGH_WATER;
  }

  /** Ends the queue: no bytes follow. */
  end(): void {
    this.#settle('ended');
  }

  /** Ends the queue with an error, which the reader gets after the bytes pushed before. */
  fail(error: Error): void {
    if (this.#state === 'open') this.#error = error;
    this.#settle('failed');
  }

  /** Takes all bytes if the source has ended, so no stream is needed; otherwise takes nothing and returns `null`. */
  takeWhole(): Uint8Array | null {
    return this.#state === 'ended' ? this.#bytes.take() : null;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#bytes.size > 0) {
      const value = this.#bytes.take();
      if (this.#state === 'open') this.#source.resume();
      return Promise.resolve({ done: false, value });
    }
    if (this.#error !== null) return Promise.reject(this.#error);
    if (this.#state === 'ended') return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve(this.next());
      };
    });
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#bytes.clear();
    if (this.#state === 'open') {
      this.#settle('ended');
      this.#source.cancel();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  #settle(state: 'ended' | 'failed'): void {
    if (this.#state !== 'open') return;
    this.#state = state;
    this.#wake?.();
  }
}
