import { ByteCollector } from '../byte-collector.js';

/** What a {@link ByteQueue} tells its source. */
export interface ByteQueueSource {
  /** The queue is empty again. Called for each chunk that is taken, whether or not the source has stopped. */
  resume(): void;
  /** The rest will not be read. Called at most once, and not after the end. */
  cancel(): void;
}

/** Bytes from which on a source should stop: what a socket reads at once. */
const HIGH_WATER = 65_536;

/**
 * Bytes from a source that pushes them, for a reader that pulls them, such as a stream of `createStreamFromResource`. What
 * was pushed between two reads is one chunk. There is one reader, which reads one chunk at a time.
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

  /** @param chunk kept by reference @returns `false` if the source should stop until `resume` */
  push(chunk: Uint8Array): boolean {
    if (this.#state !== 'open') return true;
    this.#bytes.add(chunk);
    this.#wake?.();
    return this.#bytes.size < HIGH_WATER;
  }

  /** Nothing follows. */
  end(): void {
    this.#settle('ended');
  }

  /** Nothing follows: the reader gets what was pushed before, then the error. @param error kept by reference */
  fail(error: Error): void {
    if (this.#state === 'open') this.#error = error;
    this.#settle('failed');
  }

  /** Takes all bytes, so that they need no stream. @returns `null`, and takes nothing, unless the source has ended */
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
