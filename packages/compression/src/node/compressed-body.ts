import type { StreamInterface } from '@mortise/http-message';
import type { ZlibStream } from './zlib-codings.js';

/** Creates the compressor of a body. */
export interface Compressor {
  create(): ZlibStream;
  /** The coding's flush mode, a constant of `node:zlib`. */
  readonly flush: number;
}

/** The resources that the first read creates. */
interface Opened {
  readonly stream: ZlibStream;
  readonly source: AsyncIterator<Uint8Array>;
}

/**
 * Compresses a body while it is read.
 *
 * The compressor is flushed when the source has no more data within one turn of the event loop. Each event of an event
 * stream thus reaches the client, and a stream that never waits is not split. Cancelling the body, even before its
 * first byte, frees the compressor and closes the source. Reading fails if the source fails, or ends before its
 * declared size.
 */
export class CompressedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #body: StreamInterface;
  readonly #compressor: Compressor;
  readonly #output: Uint8Array[] = [];
  /** Bytes that the source must still deliver; 0 or less if it has delivered enough, or its size is unknown. */
  #missing: number;
  #opened: Opened | null = null;
  #pending: Promise<IteratorResult<Uint8Array>> | null = null;
  #isSourceRead = false;
  #isFlushed = true;
  #isEnded = false;
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => undefined;

  /** @param size the bytes of the uncompressed body; `null` if unknown */
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

  /** Passes one chunk of the source to the compressor, flushes it, or waits for its output. */
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
      // Without a `Content-Length`, the client would mistake the truncated body for the whole.
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

  /** Resolves when the compressor accepts more input, has failed or was destroyed. */
  #drained(stream: ZlibStream): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        stream.off('drain', done).off('close', done).off('error', done);
        resolve();
      };
      stream.once('drain', done).once('close', done).once('error', done);
    });
  }

  /** Resolves when the compressor next has output, ends or fails. */
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
