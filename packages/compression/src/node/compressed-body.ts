import type { StreamInterface } from '@mortise/http-message';
import type { ZlibStream } from './zlib-codings.js';

/** How a body is compressed. */
export interface Compressor {
  create(): ZlibStream;
  /** The kind of flush of the coding. */
  readonly flush: number;
}

/** What exists since the first read. */
interface Opened {
  readonly stream: ZlibStream;
  readonly source: AsyncIterator<Uint8Array>;
}

/**
 * A body, compressed while it is read.
 *
 * It is flushed when the source has no more data within one turn of the event loop: each event of an event stream
 * reaches the client, and a stream that is read without waiting is not split. Cancelling it, even before
 * its first byte, frees the compressor and closes the source; an error of the source is an error of the body, and so is
 * its end before the declared size.
 */
export class CompressedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: StreamInterface;
  readonly #compressor: Compressor;
  readonly #output: Uint8Array[] = [];
  /** Bytes that the source still has to give; 0 or less if it has given enough, or their number is unknown. */
  #missing: number;
  #opened: Opened | null = null;
  #pending: Promise<IteratorResult<Uint8Array>> | null = null;
  #isSourceRead = false;
  #isFlushed = true;
  #isEnded = false;
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => undefined;

  /** @param size bytes of the uncompressed body; `null` if unknown */
  constructor(body: StreamInterface, compressor: Compressor, size: number | null = null) {
    this.#body = body;
    this.#compressor = compressor;
    this.#missing = size ?? 0;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      for (;;) {
        if (this.#failure !== null) throw this.#failure.error;
        const value = this.#output.shift();
        if (value !== undefined) return { done: false, value };
        if (this.#isEnded) return await this.return();
        await this.#step(this.#opened ?? this.#open());
      }
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.#isEnded = true;
    this.#output.length = 0;
    this.#opened?.stream.destroy();
    this.#body.close();
    this.#wake();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #open(): Opened {
    const stream = this.#compressor.create();
    this.#opened = { stream, source: this.#body[Symbol.asyncIterator]() };
    stream.on('data', (chunk: Uint8Array) => {
      this.#output.push(chunk);
      this.#wake();
    });
    stream.on('end', () => {
      this.#isEnded = true;
      this.#wake();
    });
    stream.on('error', (error) => {
      this.#failure = { error };
      this.#wake();
    });
    return this.#opened;
  }

  /** Passes one chunk of the source to the compressor, flushes, or waits for output of the compressor. */
  async #step({ stream, source }: Opened): Promise<void> {
    if (this.#isSourceRead) {
      await this.#woken();
      return;
    }
    const pending = (this.#pending ??= source.next());
    const waits: Promise<IteratorResult<Uint8Array> | 'idle' | 'woken'>[] = [
      pending,
      this.#woken(),
    ];
    if (!this.#isFlushed) waits.push(idle());
    const result = await Promise.race(waits);
    if (result === 'woken') return;
    if (result === 'idle') return this.#flush(stream);
    this.#pending = null;
    if (result.done === true) {
      // Without a Content-Length, the client would take the compressed beginning for the whole.
      if (this.#missing > 0) {
        throw new Error(`the body ended ${this.#missing} bytes early`);
      }
      this.#isSourceRead = true;
      stream.end();
    } else {
      this.#isFlushed = false;
      this.#missing -= result.value.length;
      if (!stream.write(result.value)) await this.#drained(stream);
    }
  }

  #flush(stream: ZlibStream): Promise<void> {
    this.#isFlushed = true;
    return new Promise((resolve) => {
      this.#wake = resolve;
      stream.flush(this.#compressor.flush, resolve);
    });
  }

  /** Settles when the compressor accepts more, has failed or was destroyed. */
  #drained(stream: ZlibStream): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        stream.off('drain', done).off('close', done).off('error', done);
        resolve();
      };
      stream.once('drain', done).once('close', done).once('error', done);
    });
  }

  /** Settles when the compressor has output, an end or an error, of which there is none yet. */
  #woken(): Promise<'woken'> {
    return new Promise((resolve) => {
      this.#wake = () => {
        resolve('woken');
      };
    });
  }
}

function idle(): Promise<'idle'> {
  return new Promise((resolve) => {
    setImmediate(resolve, 'idle');
  });
}
